import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

const NONCE_BYTES = 16;

/** Scripts run only with this answer's nonce; everything else comes from us alone. Styles may be inline: layout needs them. */
function policy(nonce: string, dev: boolean): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${dev ? " 'unsafe-eval'" : ""}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${dev ? " ws:" : ""}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** Headers that clients must not be able to set: the framework or we ourselves believe them. */
const NOT_FROM_CLIENTS = /^(x-holdfast-|x-middleware-|x-invoke-|x-next-|content-security-policy)/;

/**
 * Prepares a page request: what a client may not say is taken out, the address it asks from is put in, and the nonce
 * goes where the framework looks for it.
 */
export function secure(request: IncomingMessage, response: ServerResponse, client: string, dev: boolean): void {
  for (const name of Object.keys(request.headers)) {
    if (NOT_FROM_CLIENTS.test(name)) delete request.headers[name];
  }
  const nonce = randomBytes(NONCE_BYTES).toString("base64");
  const csp = policy(nonce, dev);
  request.headers["content-security-policy"] = csp;
  request.headers["x-holdfast-nonce"] = nonce;
  request.headers["x-holdfast-peer"] = client;
  request.headers["x-holdfast-target"] = request.url ?? "/";
  response.setHeader("Content-Security-Policy", csp);
  response.setHeader("X-Content-Type-Options", "nosniff");
  response.setHeader("Referrer-Policy", "same-origin");
  response.setHeader("X-Frame-Options", "DENY");
  response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
  response.setHeader("Permissions-Policy", "camera=(), microphone=(), geolocation=()");
}
