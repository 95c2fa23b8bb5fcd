/** Every way the product refuses a request (contract, section 7, "Errors"). Transports map codes to their own statuses. */
export type ErrorCode =
  | "unauthorized"
  | "forbidden"
  | "not_found"
  | "method_not_allowed"
  | "unsupported_media_type"
  | "payload_too_large"
  | "invalid_request"
  | "reservation_overlap"
  | "unit_not_reservable"
  | "wrong_status"
  | "plan_changed"
  | "topology_mismatch"
  | "no_capacity"
  | "idempotency_mismatch"
  | "rate_limited"
  | "unavailable"
  | "internal";

export type ErrorDetails = Record<string, unknown>;

/** A refusal that a caller may read: one plain sentence, a code, and details where the code has some. */
export class Refusal extends Error {
  override readonly name = "Refusal";

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details?: ErrorDetails,
  ) {
    super(message);
  }
}

/** Hidden, missing and not permitted are one answer, so that nothing can be enumerated (contract, section 3). */
export const notFound = (): Refusal =>
  new Refusal("not_found", "There is no such resource, or it is not yours to see.");

export const forbidden = (): Refusal => new Refusal("forbidden", "This key may not do that for this organization.");

/** What is wrong with one named part of the input. */
export interface FieldProblem {
  /** Name as sent, dotted into lists: `unitIds.2`. */
  field: string;
  message: string;
}

/** 400: every problem at once, the first one in the sentence. */
export function invalid(problems: readonly [FieldProblem, ...FieldProblem[]]): Refusal {
  const [first] = problems;
  return new Refusal("invalid_request", `${first.field}: ${first.message}`, { fields: problems });
}
