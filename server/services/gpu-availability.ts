import type { z } from "zod";
import { listGpuModels, sellingNodes } from "@/db/queries/catalog";
import { readNodeStates } from "@/db/queries/node-state";
import type { InputOf } from "@/server/contract/operation";
import type { getGpuAvailability as operation } from "@/server/contract/workloads";
import { type Availability, availability, type OfferShape } from "@/server/domain/catalog";
import type { AllocClass, NodeState } from "@/server/domain/facts";
import { offered, type PlacementRequest } from "@/server/domain/placement";
import { claimOn } from "@/server/domain/silicon";
import { type Context, reader } from "./shared/context";
import { toFacts } from "./shared/node-state";

type Answer = z.output<typeof operation.answer.schema>;

function shapeOn(state: NodeState, request: PlacementRequest): OfferShape {
  const units = state.units.filter((unit) => offered(unit, request, state).placeable);
  const free = units.filter((unit) => !claimOn(unit, state.claims));
  return {
    nodes: 1,
    freeSizes: free.map((unit) => unit.sellableGpus),
    totalGpus: units.reduce((sum, unit) => sum + unit.sellableGpus, 0),
  };
}

/** What can be placed for the calling org at a tier, for every known GPU model (contract, section 4). */
export async function gpuAvailability(ctx: Context, input: InputOf<typeof operation>): Promise<Answer> {
  const db = reader(ctx);
  const { orgId, isPlatform } = ctx.actor;
  const states = (await readNodeStates(db, await sellingNodes(db))).map(toFacts);
  const offer = (gpuModelId: string, allocClass: AllocClass): Availability => {
    const request = { orgId, isPlatform, tier: input.tier ?? "community", gpuModelId, allocClass };
    return availability(states.map((state) => shapeOn(state, request)));
  };
  return (await listGpuModels(db)).map(({ id }) => ({
    gpuModelId: id,
    vm: offer(id, "vfio-group"),
    cluster: offer(id, "device-request"),
  }));
}
