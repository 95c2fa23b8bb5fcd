import type { Trx } from "@/db/client";
import { insertReservation } from "@/db/queries/reservations";
import { insertReservedUnits } from "@/db/queries/reserved-units";
import type { InputOf } from "@/server/contract/operation";
import type { createReservation as operation } from "@/server/contract/reservations";
import { whyNotReservable } from "@/server/domain/reservable";
import { askedTerm } from "@/server/domain/term";
import { newId } from "@/server/ids";
import { recordChange } from "./shared/audit";
import { type Context, mutate } from "./shared/context";
import { namedOrgs } from "./shared/named-orgs";
import { type LoadedNode, lockAndLoadNode } from "./shared/node-state";
import type { Reservation } from "./shared/present";
import { namedUnits, refuseProblems, refuseUnits } from "./shared/refuse";
import { reread } from "./shared/reservation";

type Input = InputOf<typeof operation>;

/** Everything that is wrong with the request itself is said at once, and before any conflict. */
async function checked(trx: Trx, state: LoadedNode, input: Input) {
  const asked = askedTerm(input, state.now);
  const orgs = await namedOrgs(trx, input);
  const named = namedUnits(state.units, input.unitIds);
  refuseProblems([...("problem" in asked ? [asked.problem] : []), ...named.problems, ...orgs.problems]);
  if ("problem" in asked || !orgs.audience) throw new Error("an unchecked request passed as checked");
  return { term: asked.term, audience: orgs.audience, units: named.units };
}

/** Reserves units of a node, all or none (contract, section 7). */
export function createReservation(ctx: Context, input: Input): Promise<Reservation> {
  return mutate(ctx, async (trx) => {
    const state = await lockAndLoadNode(ctx, trx, input.nodeId, "manage");
    const { term, audience, units } = await checked(trx, state, input);
    refuseUnits(
      units.flatMap((unit) => {
        const obstacle = whyNotReservable(unit, term, state);
        return obstacle ? [{ unitId: unit.id, ...obstacle }] : [];
      }),
    );

    const reservation = { nodeId: input.nodeId, id: newId("res"), ...term };
    await insertReservation(trx, {
      ...reservation,
      ...audience,
      topologyGen: state.node.topologyGen,
      managingOrgIds: input.managingOrgIds ?? [],
      contractRef: input.contractRef ?? null,
      reason: input.reason ?? null,
      now: state.now,
    });
    await insertReservedUnits(
      trx,
      reservation,
      units.map((unit) => ({ ...unit, unitId: unit.id, released: false })),
    );
    await recordChange(ctx, trx, {
      action: "reservation.create",
      nodeId: input.nodeId,
      reservationId: reservation.id,
      unitIds: input.unitIds,
      reason: input.reason,
    });
    return reread(ctx, trx, { nodeId: input.nodeId, reservationId: reservation.id }, state.now);
  });
}
