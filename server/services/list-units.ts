import type { z } from "zod";
import type { InputOf } from "@/server/contract/operation";
import type { listUnits as operation, unitSchema } from "@/server/contract/reservations";
import { governing } from "@/server/domain/governing";
import { whyNotReservable } from "@/server/domain/reservable";
import { claimOn, holderId } from "@/server/domain/silicon";
import { askedTerm, type Term } from "@/server/domain/term";
import type { Context } from "./shared/context";
import { type LoadedNode, seeNode } from "./shared/node-state";
import { present } from "./shared/present";
import { refuseProblems } from "./shared/refuse";

export type Unit = z.output<typeof unitSchema>;

function presentUnit(unit: LoadedNode["units"][number], term: Term, state: LoadedNode): Unit {
  const claim = claimOn(unit, state.claims);
  const governs = governing(unit, state);
  const obstacle = whyNotReservable(unit, term, state);
  return present({
    id: unit.id,
    gpuModelId: unit.gpuModelId,
    gpuModelName: unit.gpuModelName,
    allocClass: unit.allocClass,
    sellableGpus: unit.sellableGpus,
    state: claim ? ("claimed" as const) : ("free" as const),
    claimedBy: claim ? holderId(claim) : null,
    reservationId: governs?.reservation.id ?? null,
    released: governs?.released ?? false,
    reservable: obstacle === undefined,
    notReservableReason: obstacle?.reason ?? null,
  });
}

/** Units of a node, and whether each could be reserved for the asked term (now and open-ended without one). */
export async function listUnits(ctx: Context, input: InputOf<typeof operation>): Promise<Unit[]> {
  const state = await seeNode(ctx, input.nodeId);
  const asked = askedTerm(input, state.now);
  if ("problem" in asked) {
    refuseProblems([asked.problem]);
    return [];
  }
  return state.units.map((unit) => presentUnit(unit, asked.term, state));
}
