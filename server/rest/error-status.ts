import type { ErrorCode } from "../domain/errors";

/** The HTTP status of each code: the only place where the two meet. */
export const ERROR_STATUS: Record<ErrorCode, number> = {
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  unsupported_media_type: 415,
  payload_too_large: 413,
  invalid_request: 400,
  reservation_overlap: 409,
  unit_not_reservable: 409,
  wrong_status: 409,
  plan_changed: 409,
  topology_mismatch: 409,
  no_capacity: 409,
  idempotency_mismatch: 422,
  rate_limited: 429,
  unavailable: 503,
  internal: 500,
};
