import type { Refusal } from "../domain/errors";
import { ERROR_STATUS } from "./error-status";
import type { WireAnswer } from "./wire";

const COMMON = {
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
};

export function answer(status: number, body: unknown, headers: Record<string, string> = {}): WireAnswer {
  if (status === 204) return { status, headers: { ...COMMON, ...headers }, body: "" };
  return {
    status,
    headers: { ...COMMON, "Content-Type": "application/json; charset=utf-8", ...headers },
    body: JSON.stringify(body),
  };
}

/** The one shape of every error: `{error, code, details?}`. */
export function errorAnswer(refusal: Refusal, headers: Record<string, string> = {}): WireAnswer {
  const { code, message, details } = refusal;
  const challenge: Record<string, string> = code === "unauthorized" ? { "WWW-Authenticate": "Bearer" } : {};
  const body = { error: message, code, ...(details && { details }) };
  return { ...answer(ERROR_STATUS[code], body, { ...challenge, ...headers }), about: { code } };
}
