import { tracked } from "@trpc/server";
import { z } from "zod";
import { findSession } from "../auth/session";
import { fleetQuerySchema, nodeIdSchema, orgSearchSchema } from "../contract/console";
import { operations } from "../contract/operations";
import { id } from "../contract/text";
import { type Change, events, GAP } from "../events";
import { permit } from "../services/authorize";
import { listFleet, readFleetRows } from "../services/console/list-fleet";
import { readNodeView } from "../services/console/read-node-view";
import { readReservationView } from "../services/console/read-reservation-view";
import { search } from "../services/console/search";
import { searchOrgs } from "../services/console/search-orgs";
import { unitHistory } from "../services/console/unit-history";
import { earsOf } from "../services/console/watch";
import { protectedProcedure, router, serviceContext, type TrpcContext } from "./init";

const RECHECK_MS = 20_000;
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

/** A stream must not outlive its session or its rights: it closes at once with a change of role, else within half a minute. */
async function stillSame(ctx: TrpcContext): Promise<boolean> {
  const now = await findSession(ctx.headers);
  return now !== undefined && now.org.orgId === ctx.session?.org.orgId && now.org.role === ctx.session?.org.role;
}

/** Whether a change can have ended the session's rights: somebody's role or membership, whoever's. */
const mayEndRights = (change: Change | "recheck"): boolean =>
  change === "recheck" || change.action.startsWith("member.");

/** The console's own reads: the same facts as REST, drawn together for a page. */
export const consoleRouter = router({
  fleet: protectedProcedure.input(fleetQuerySchema).query(({ ctx, input }) => {
    permit(serviceContext(ctx), operations.listNodes);
    return listFleet(serviceContext(ctx), input);
  }),
  node: protectedProcedure.input(nodeIdSchema).query(({ ctx, input }) => {
    permit(serviceContext(ctx), operations.getNode);
    return readNodeView(serviceContext(ctx), input);
  }),
  reservation: protectedProcedure
    .input(z.strictObject({ nodeId: id(), reservationId: id() }))
    .query(({ ctx, input }) => {
      permit(serviceContext(ctx), operations.getReservation);
      return readReservationView(serviceContext(ctx), input);
    }),
  fleetRows: protectedProcedure
    .input(z.strictObject({ nodeIds: z.array(id()).min(1).max(200) }))
    .query(({ ctx, input }) => {
      permit(serviceContext(ctx), operations.listNodes);
      return readFleetRows(serviceContext(ctx), input.nodeIds);
    }),
  unitHistory: protectedProcedure.input(z.strictObject({ nodeId: id(), unitId: id() })).query(({ ctx, input }) => {
    permit(serviceContext(ctx), operations.listNodeAudit);
    return unitHistory(serviceContext(ctx), input);
  }),
  search: protectedProcedure
    .input(z.strictObject({ text: z.string().min(1).max(200) }))
    .query(({ ctx, input }) => search(serviceContext(ctx), input)),
  searchOrgs: protectedProcedure
    .input(orgSearchSchema)
    .query(({ ctx, input }) => searchOrgs(serviceContext(ctx), input)),
  changes: protectedProcedure.subscription(async function* ({ ctx, signal }) {
    let count = 0;
    const hears = await earsOf(serviceContext(ctx));
    for await (const change of changesUntil(signal)) {
      if (mayEndRights(change) && !(await stillSame(ctx))) {
        // The page asks again by the rights that there are now, and opens another stream with them.
        yield tracked(`${ctx.requestId}:end`, GAP);
        return;
      }
      if (change === "recheck") continue;
      const heard = change === GAP ? "gap" : await hears(change);
      if (heard === "nothing") continue;
      count += 1;
      yield tracked(`${ctx.requestId}:${count}`, heard === "gap" ? GAP : change);
    }
  }),
});
