/**
 * Whether a request comes from a page of ours: its Origin is the public address, or the very host that it was sent to
 * (a cookie is bound to a host, so a page elsewhere can't have both).
 */
export function isOwnOrigin(headers: Headers, publicUrl: string): boolean {
  const origin = headers.get("origin");
  if (origin === null || !URL.canParse(origin)) return false;
  if (origin === new URL(publicUrl).origin) return true;
  return new URL(origin).host === headers.get("host");
}
