import type { z } from "zod";
import { listGpuModels } from "@/db/queries/catalog";
import type { CatalogView, catalogInputSchema } from "@/server/contract/overview";
import { TIERS } from "@/server/contract/workloads";
import { gpuAvailability } from "../gpu-availability";
import type { Context } from "../shared/context";
import { requireOrg } from "../shared/org-access";

/**
 * What an org can buy at each tier. The operator may look through any org's eyes: the catalog's own service answers as it
 * would answer that org, and nothing is changed by looking.
 */
export async function readCatalog(ctx: Context, input: z.output<typeof catalogInputSchema>): Promise<CatalogView> {
  const org = await requireOrg(ctx, ctx.db, input.orgId ?? ctx.actor.orgId);
  const viewer = { ...ctx.actor, orgId: org.id, orgName: org.name, isPlatform: org.isPlatform };
  const [models, ...answers] = await Promise.all([
    listGpuModels(ctx.db),
    ...TIERS.map((tier) => gpuAvailability({ ...ctx, actor: viewer }, { tier })),
  ]);
  const offer = (index: number, id: string) => {
    const { vm, cluster } = answers[index]?.find((each) => each.gpuModelId === id) ?? {};
    return vm && cluster && { vm, cluster };
  };
  return {
    org: { id: org.id, name: org.name },
    models: models.flatMap(({ id, name }) => {
      const tiers = TIERS.flatMap((tier, index) => {
        const found = offer(index, id);
        return found ? [[tier, found] as const] : [];
      });
      // A model that was first reported between the reads comes with the next answer.
      if (tiers.length < TIERS.length) return [];
      return [{ id, name, tiers: Object.fromEntries(tiers) as CatalogView["models"][number]["tiers"] }];
    }),
  };
}
