import type { ErrorCode, FieldProblem } from "@/server/domain/errors";

/** A failed call as a page needs it. One home each: field problems at their fields, the rest in one sentence. */
export interface Problem {
  /** Undefined where the server was not reached or did not answer as ours does. */
  code?: ErrorCode;
  message: string;
  fields: readonly FieldProblem[];
  /** What else the refusal tells: refused units, the difference of a topology. */
  details: Readonly<Record<string, unknown>>;
  requestId?: string;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

function fieldProblems(details: Record<string, unknown>): FieldProblem[] {
  if (!Array.isArray(details.fields)) return [];
  return details.fields.flatMap((each: unknown) =>
    isRecord(each) && typeof each.field === "string" && typeof each.message === "string"
      ? [{ field: each.field, message: each.message }]
      : [],
  );
}

const UNREACHED = "The server could not be reached. Check the connection and try again.";

/** Reads whatever a call threw. */
export function readProblem(error: unknown): Problem {
  const data = isRecord(error) && isRecord(error.data) ? error.data : undefined;
  if (!data) return { message: UNREACHED, fields: [], details: {} };
  const requestId = typeof data.requestId === "string" ? data.requestId : undefined;
  const refusal = isRecord(data.refusal) ? data.refusal : {};
  const details = isRecord(refusal.details) ? refusal.details : {};
  const said = refusal.message ?? (isRecord(error) ? error.message : undefined);
  return {
    code: typeof refusal.code === "string" ? (refusal.code as ErrorCode) : undefined,
    message: typeof said === "string" ? said : UNREACHED,
    fields: fieldProblems(details),
    details,
    requestId,
  };
}

const sentence = (message: string) => {
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
};

/** What is wrong with a field or with a part of it (`unitIds` has the problems of `unitIds.2`), as one text. */
export function fieldError(problem: Problem | undefined, field: string): string | undefined {
  const own = problem?.fields.filter((each) => each.field === field || each.field.startsWith(`${field}.`)) ?? [];
  return own.length > 0 ? own.map((each) => sentence(each.message)).join(" ") : undefined;
}

/** The problems that none of these fields shows, for the top of the form. */
export function otherProblems(problem: Problem | undefined, shown: readonly string[]): string[] {
  if (!problem) return [];
  if (problem.fields.length === 0) return [problem.message];
  const isShown = (field: string) => shown.some((name) => field === name || field.startsWith(`${name}.`));
  return problem.fields.filter((each) => !isShown(each.field)).map((each) => `${each.field}: ${each.message}`);
}
