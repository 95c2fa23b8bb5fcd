import { importInputSchema } from "../contract/machines";
import { operations } from "../contract/operations";
import { permit } from "../services/authorize";
import { previewImport } from "../services/console/preview-import";
import { protectedProcedure, router, serviceContext } from "./init";

/** What the pages around a machine's inventory ask for. */
export const machinesRouter = router({
  /** It reads only; a mutation because a report is larger than an address may be. */
  previewImport: protectedProcedure.input(importInputSchema).mutation(({ ctx, input }) => {
    permit(serviceContext(ctx), operations.previewInventory);
    return previewImport(serviceContext(ctx), input);
  }),
});
