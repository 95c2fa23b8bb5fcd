import { operations } from "../contract/operations";
import { catalogInputSchema } from "../contract/overview";
import { permit } from "../services/authorize";
import { readCatalog } from "../services/console/catalog";
import { readOverview } from "../services/console/overview";
import { protectedProcedure, router, serviceContext } from "./init";

/** What stands where, and what can be bought. */
export const overviewRouter = router({
  read: protectedProcedure.query(({ ctx }) => {
    permit(serviceContext(ctx), operations.listNodes);
    permit(serviceContext(ctx), operations.listReservations);
    return readOverview(serviceContext(ctx));
  }),
  catalog: protectedProcedure.input(catalogInputSchema).query(({ ctx, input }) => {
    permit(serviceContext(ctx), operations.getGpuAvailability);
    return readCatalog(serviceContext(ctx), input);
  }),
});
