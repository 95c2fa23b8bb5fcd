import type { ErrorCode, FieldProblem } from "@/server/domain/errors";

/** What the server said when it refused: the same code, sentence and details that REST answers. */
export interface ShownRefusal {
  code: ErrorCode | "unknown";
  message: string;
  details: Readonly<Record<string, unknown>>;
  requestId: string | undefined;
}

interface ErrorData {
  requestId?: string;
  refusal?: { code: ErrorCode; message: string; details?: Record<string, unknown> };
}

/** Reads a failed call. What is no refusal (a broken connection, a fault) keeps its message and the code `unknown`. */
export function refusalOf(error: unknown): ShownRefusal {
  const data = (error as { data?: ErrorData | null } | null)?.data ?? undefined;
  const refusal = data?.refusal;
  const message = error instanceof Error && error.message ? error.message : "The server could not be reached; try again.";
  return {
    code: refusal?.code ?? "unknown",
    message: refusal?.message ?? message,
    details: refusal?.details ?? {},
    requestId: data?.requestId,
  };
}

/** Problems by field name, for forms; `unitIds.2` stands under `unitIds`. */
export function fieldErrors(refusal: ShownRefusal | undefined): Record<string, string> {
  const fields = (refusal?.details.fields ?? []) as FieldProblem[];
  return Object.fromEntries(fields.map(({ field, message }) => [field.split(".")[0] ?? field, message]));
}

export interface RefusedUnit {
  unitId: string;
  reason: string;
}

/** Units that a refusal names, each with its reason. */
export const refusedUnits = (refusal: ShownRefusal | undefined): RefusedUnit[] =>
  (refusal?.details.units ?? []) as RefusedUnit[];
