import type { IncomingMessage } from "node:http";
import type { Database } from "@/db/client";
import { underDeadline } from "@/db/deadline";
import { answersAtAll } from "@/db/queries/health";
import { kindOf } from "./access-log";
import { readTheme, THEME_COOKIE } from "./contract/theme";
import type { Refusal } from "./domain/errors";
import { log } from "./log";
import type { WireAnswer } from "./rest/wire";
import { refusalOf } from "./services/shared/database-errors";

const PATIENCE_MS = 3_000;
const RETRY_AFTER_S = 5;

/** It can't have the console's own style sheet and parts, whose names only a made page knows: colours as in globals.css. */
const STYLE = `
:root { color-scheme: light dark; --canvas: light-dark(#f9fafc, #0c0f12); --surface: light-dark(#fff, #121519);
  --line: light-dark(#dde0e4, #262a30); --ink: light-dark(#171b20, #edeff1); --muted: light-dark(#4b5058, #adb1b7);
  --accent: light-dark(#5847cf, #6e5fe1); --focus: light-dark(#5847cf, #aaa4ff) }
:root[data-theme="light"] { color-scheme: light }
:root[data-theme="dark"] { color-scheme: dark }
body { margin: 0; min-height: 100dvh; display: grid; place-items: center; background: var(--canvas); color: var(--ink);
  font: 0.875rem/1.25rem ui-sans-serif, system-ui, sans-serif }
main { max-width: 28rem; margin: 1rem; padding: 1.5rem; border: 1px solid var(--line); border-radius: 6px; background: var(--surface) }
h1 { margin: 0 0 0.75rem; font-size: 1rem; line-height: 1.5rem; font-weight: 600 }
p { margin: 0 0 0.75rem; color: var(--muted) }
a { display: inline-block; padding: 0.375rem 0.75rem; border-radius: 4px; background: var(--accent); color: #fff; text-decoration: none }
a:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px }`;

/** Not all open pages at once, when the database is back. */
const SCRIPT = `
const again = async () => {
  const isReady = await fetch("/ready", { cache: "no-store" }).then((reply) => reply.ok, () => false);
  if (isReady) location.reload();
  else setTimeout(again, 2000 + 1000 * Math.random());
};
setTimeout(again, 2000);`;

function page(reason: string, theme: string, nonce: string): string {
  return `<!doctype html>
<html lang="en" data-theme="${theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Not available right now · Holdfast</title>
<noscript><meta http-equiv="refresh" content="${RETRY_AFTER_S}"></noscript>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Holdfast is not available right now</h1>
<p>${reason}</p>
<p>What was saved is kept. A change that was on its way may have been made or not: read the thing again before you repeat it.</p>
<p role="status">This page looks every few seconds and loads by itself as soon as it can.</p>
<p>If you run this installation: the server's log has the reason.</p>
<a href="">Try again now</a>
</main>
<script nonce="${nonce}">${SCRIPT}</script>
</body>
</html>
`;
}

const cookieOf = ({ headers }: IncomingMessage, name: string): string | undefined =>
  headers.cookie
    ?.split(/; */)
    .find((each) => each.startsWith(`${name}=`))
    ?.slice(name.length + 1);

/** Files and the API's reference are shown without the database. */
const isDatabasesPage = (path: string): boolean => kindOf(path) === "page" && path !== "/docs" && !/\.\w+$/.test(path);

function awayPage(request: IncomingMessage, refusal: Refusal): WireAnswer {
  log.warn({ err: refusal.cause ?? refusal }, "a page could not be made");
  const nonce = String(request.headers["x-holdfast-nonce"] ?? "");
  const headers = {
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-store",
    "Retry-After": `${RETRY_AFTER_S}`,
  };
  const theme = readTheme(cookieOf(request, THEME_COOKIE));
  return { status: 503, headers, body: page(refusal.message, theme, nonce), about: { code: refusal.code } };
}

/** What is answered in place of a failed page, where it was the database that failed it. */
export function awayInstead(request: IncomingMessage, path: string, failure: unknown): WireAnswer | undefined {
  const refusal = failure === undefined || !isDatabasesPage(path) ? undefined : refusalOf(failure);
  return refusal?.code === "unavailable" ? awayPage(request, refusal) : undefined;
}

/**
 * What a page's address answers while the database is away; undefined where the page can be made. Asked before, so that a
 * page is not begun in vain.
 */
export async function awayAnswer(
  db: Database,
  request: IncomingMessage,
  path: string,
): Promise<WireAnswer | undefined> {
  if (!isDatabasesPage(path)) return undefined;
  const until = performance.now() + PATIENCE_MS;
  try {
    await underDeadline({ left: () => until - performance.now() }, () => answersAtAll(db));
    return undefined;
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    return awayPage(request, refusal);
  }
}
