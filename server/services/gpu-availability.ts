import type { z } from "zod";
import { listGpuModels, type OfferRow, readOffers } from "@/db/queries/catalog";
import type { InputOf } from "@/server/contract/operation";
import type { getGpuAvailability as operation } from "@/server/contract/workloads";
import { availability } from "@/server/domain/catalog";
import type { AllocClass } from "@/server/domain/facts";
import { freeSizes } from "@/server/domain/placement-shapes";
import { type Context, reader } from "./shared/context";

type Answer = z.output<typeof operation.answer.schema>;

const CLASSES: readonly AllocClass[] = ["vfio-group", "device-request"];

const shapeOf = (row: OfferRow) => ({ freeSizes: freeSizes(row), nodes: row.nodes, totalGpus: row.totalGpus });

/** What can be placed for the calling org at a tier, for every known GPU model (contract, section 4). */
export async function gpuAvailability(ctx: Context, input: InputOf<typeof operation>): Promise<Answer> {
  const { orgId, isPlatform } = ctx.actor;
  const models = await listGpuModels(reader(ctx));
  const kinds = models.flatMap(({ id }) => CLASSES.map((allocClass) => ({ gpuModelId: id, allocClass })));
  const offers = await readOffers(reader(ctx), { orgId, isPlatform, tier: input.tier ?? "community" }, kinds);
  const offer = (gpuModelId: string, allocClass: AllocClass) =>
    availability(offers.filter((row) => row.gpuModelId === gpuModelId && row.allocClass === allocClass).map(shapeOf));
  return models.map(({ id }) => ({
    gpuModelId: id,
    vm: offer(id, "vfio-group"),
    cluster: offer(id, "device-request"),
  }));
}
