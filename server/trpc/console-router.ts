import { tracked } from "@trpc/server";
import { z } from "zod";
import { fleetQuerySchema, nodeIdSchema, orgSearchSchema } from "../contract/console";
import { operations } from "../contract/operations";
import { id, MAX_NAME, text } from "../contract/text";
import { permit } from "../services/authorize";
import { listFleet, readFleetRows } from "../services/console/list-fleet";
import { readNodeView } from "../services/console/read-node-view";
import { readReservationView } from "../services/console/read-reservation-view";
import { search } from "../services/console/search";
import { searchOrgs } from "../services/console/search-orgs";
import { unitHistory } from "../services/console/unit-history";
import { changesFor } from "./changes";
import { protectedProcedure, router, serviceContext } from "./init";

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
    .input(z.strictObject({ text: text(MAX_NAME).min(1) }))
    .query(({ ctx, input }) => search(serviceContext(ctx), input)),
  searchOrgs: protectedProcedure
    .input(orgSearchSchema)
    .query(({ ctx, input }) => searchOrgs(serviceContext(ctx), input)),
  changes: protectedProcedure.subscription(async function* ({ ctx, signal }) {
    for await (const { id, change } of changesFor(ctx, signal)) yield tracked(id, change);
  }),
});
