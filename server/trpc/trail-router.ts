import { operations } from "../contract/operations";
import { trailNewsSchema, trailQuerySchema } from "../contract/trail";
import { permit } from "../services/authorize";
import { readTrail, trailNews } from "../services/console/trail";
import { protectedProcedure, router, serviceContext } from "./init";

/** The audit trail over all nodes, for the console. */
export const trailRouter = router({
  page: protectedProcedure.input(trailQuerySchema).query(({ ctx, input }) => {
    permit(serviceContext(ctx), operations.listNodeAudit);
    return readTrail(serviceContext(ctx), input);
  }),
  news: protectedProcedure.input(trailNewsSchema).query(({ ctx, input }) => {
    permit(serviceContext(ctx), operations.listNodeAudit);
    return trailNews(serviceContext(ctx), input);
  }),
});
