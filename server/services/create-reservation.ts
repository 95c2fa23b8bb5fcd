import { insertReservation, type NewReservation } from "@/db/queries/reservations";
import { insertReservedUnits } from "@/db/queries/reserved-units";
import type { InputOf } from "@/server/contract/operation";
import type { createReservation as operation } from "@/server/contract/reservations";
import { whyNotReservable } from "@/server/domain/reservable";
import { reservationStatus } from "@/server/domain/status";
import { askedTerm } from "@/server/domain/term";
import { newId } from "@/server/ids";
import { changeRecord } from "./shared/audit";
import { type Context, decide } from "./shared/context";
import { askForOrgs, judgeOrgs } from "./shared/named-orgs";
import { type LoadedNode, lockAndLoadNode } from "./shared/node-state";
import { presentReservation, type Reservation } from "./shared/present";
import { namedUnits, refuseProblems, refuseUnits } from "./shared/refuse";

type Input = InputOf<typeof operation>;

/** Everything that is wrong with the request itself is said at once, and before any conflict. */
function checked(state: LoadedNode, input: Input, orgs: ReturnType<typeof judgeOrgs>) {
  const asked = askedTerm(input, state.now);
  const named = namedUnits(state.units, input.unitIds);
  refuseProblems([...("problem" in asked ? [asked.problem] : []), ...named.problems, ...orgs.problems]);
  if ("problem" in asked || !orgs.audience) throw new Error("an unchecked request passed as checked");
  return { term: asked.term, audience: orgs.audience, units: named.units };
}

/** Reserves units of a node, all or none (contract, section 7). */
export function createReservation(ctx: Context, input: Input): Promise<Reservation> {
  return decide(ctx, async (trx) => {
    const asked = { nodeId: input.nodeId, access: "manage", more: askForOrgs(trx, input) } as const;
    const { state, more } = await lockAndLoadNode(ctx, trx, asked);
    const { term, audience, units } = checked(state, input, judgeOrgs(more, input));
    refuseUnits(
      units.flatMap((unit) => {
        const obstacle = whyNotReservable(unit, term, state);
        return obstacle ? [{ unitId: unit.id, ...obstacle }] : [];
      }),
    );

    const reservation: NewReservation = {
      nodeId: input.nodeId,
      id: newId("res"),
      ...term,
      ...audience,
      topologyGen: state.node.topologyGen,
      managingOrgIds: input.managingOrgIds ?? [],
      contractRef: input.contractRef ?? null,
      reason: input.reason ?? null,
      now: state.now,
    };
    const reserved = units.map((unit) => ({ ...unit, unitId: unit.id, released: false }));
    const writes = [
      insertReservation(trx, reservation),
      insertReservedUnits(trx, reservation, reserved),
      changeRecord(ctx, trx, {
        action: "reservation.create",
        nodeId: input.nodeId,
        reservationId: reservation.id,
        unitIds: input.unitIds,
        reason: input.reason,
      }),
    ];
    const status = reservationStatus({ ...reservation, cancelledAt: null }, state.node.topologyGen, state.now);
    const row = { ...reservation, status, units: reserved, createdAt: state.now, updatedAt: state.now };
    return { writes, answer: presentReservation(row) };
  });
}
