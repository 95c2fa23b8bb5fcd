import { type Change, events, GAP } from "../events";
import { earsOf } from "../services/console/watch";
import { type SignedInContext, serviceContext } from "./init";
import { isSameSession, RECHECK_MS } from "./while-signed-in";

const MOST_WAITING = 500;

/**
 * Changes as they come, as an async queue, a gap first: what happened between the page's reads and now nobody told it.
 * A page that reads too slowly gets one gap in place of what it missed.
 */
async function* changesUntil(pageGone: AbortSignal | undefined): AsyncGenerator<Change | "recheck"> {
  const signal = AbortSignal.any([events().closing, ...(pageGone ? [pageGone] : [])]);
  const waiting: (Change | "recheck")[] = [];
  let wake: () => void = () => undefined;
  const push = (item: Change | "recheck") => {
    if (waiting.length >= MOST_WAITING) waiting.splice(0, waiting.length, GAP);
    waiting.push(item);
    wake();
  };
  const unsubscribe = events().subscribe(push);
  push(GAP);
  const timer = setInterval(() => push("recheck"), RECHECK_MS);
  signal.addEventListener("abort", () => wake(), { once: true });
  try {
    while (!signal.aborted) {
      const next = waiting.shift();
      if (next) yield next;
      else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  } finally {
    clearInterval(timer);
    unsubscribe();
  }
}

/** Whether a change can have ended the session's rights: somebody's role or membership, whoever's. */
const mayEndRights = (change: Change | "recheck"): boolean =>
  change === "recheck" || change.action.startsWith("member.");

/**
 * What one page is told, each with an id of its own, until it goes, this process stops or its rights are others: at once
 * with a change of role, else within half a minute.
 */
export async function* changesFor(ctx: SignedInContext, signal: AbortSignal | undefined) {
  let count = 0;
  const hears = await earsOf(serviceContext(ctx));
  for await (const change of changesUntil(signal)) {
    if (mayEndRights(change) && !(await isSameSession(ctx.headers, ctx.session))) {
      // The page asks again by the rights that there are now, and opens another stream with them.
      yield { id: `${ctx.requestId}:end`, change: GAP };
      return;
    }
    if (change === "recheck") continue;
    const heard = change === GAP ? "gap" : await hears(change);
    if (heard === "nothing") continue;
    count += 1;
    yield { id: `${ctx.requestId}:${count}`, change: heard === "gap" ? GAP : change };
  }
}
