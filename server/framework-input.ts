import type { IncomingMessage } from "node:http";
import { parseAndValidateFlightRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state";
import { splitTarget } from "./rest/node-adapter";

/** What the framework's own navigation sends with a request for a page's data. */
const ROUTER_HEADERS = [
  "rsc",
  "next-router-state-tree",
  "next-router-prefetch",
  "next-router-segment-prefetch",
  "next-url",
] as const;

function isReadable(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}

/**
 * Mends what the framework would answer with a 500, though it is the caller's fault and no fault of ours: a path with
 * percent signs that are no escapes becomes one that says just them, which no page has, and a navigation that doesn't say
 * where it comes from in a way that the framework reads becomes a request for the whole page.
 */
export function makeReadable(request: IncomingMessage): void {
  const { path, query } = splitTarget(request.url ?? "/");
  // The framework's page for its own failures has an address, at which it says that there was one.
  if (path === "/_global-error") request.url = "/_not-found";
  else if (!isReadable(() => decodeURIComponent(path)))
    request.url = path.replaceAll("%", "%25") + (query === "" ? "" : `?${query}`);
  if (isReadable(() => parseAndValidateFlightRouterState(request.headers["next-router-state-tree"]))) return;
  for (const name of ROUTER_HEADERS) delete request.headers[name];
}
