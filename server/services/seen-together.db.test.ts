import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type NodeStateRow, readNodeState, seeNodeState } from "@/db/queries/node-state";
import { findReservation, seeReservation } from "@/db/queries/reservations";
import { scopeOf } from "./shared/context";
import { HOUR, type House, openHouse, U } from "./testing/house";
import { actingFor, call } from "./testing/world";

describe("reads that share a query", () => {
  let house: House;
  let nodeIds: string[];
  let reservations: { nodeId: string; id: string }[];

  /** Reservations of every kind on two nodes: pending, active, over, cancelled, in review, managed by several. */
  beforeAll(async () => {
    house = await openHouse("seen_together");
    const { provider, manager, alpha, beta } = house.orgs;
    const [first, second] = [await house.node(4), await house.node(4)];
    const made = [
      await house.reserve(first, { managingOrgIds: [manager.id], endsAt: house.at(5 * HOUR) }),
      await house.reserve(first, { unitIds: [U[1] ?? ""], startsAt: house.at(3 * HOUR), managingOrgIds: [beta.id] }),
      await house.reserve(first, { unitIds: [U[2] ?? ""], endsAt: house.at(HOUR), managingOrgIds: [alpha.id] }),
      await house.reserve(second, { managingOrgIds: [provider.id, beta.id] }),
      await house.reserve(second, { unitIds: [U[3] ?? ""], managingOrgIds: [manager.id] }),
    ];
    await call(house.platform, "cancelReservation", { nodeId: second, reservationId: made[4]?.id ?? "" });
    await house.bumpTopology(second);
    await house.goTo(2 * HOUR);
    nodeIds = [first, second, "nod_none", ""];
    const addresses = made.map(({ nodeId, id }) => ({ nodeId, id }));
    // Under the wrong node, and one that there is not.
    reservations = [...addresses, { nodeId: second, id: made[0]?.id ?? "" }, { nodeId: first, id: "res_none" }];
  });
  afterAll(() => house.close());

  const everybody = () => [
    ...(["platform", "provider", "manager", "alpha", "beta"] as const).map((who) => scopeOf(house[who])),
    // The operator's org as a mere id, and an org that there is not.
    { ...scopeOf(house.platform), isPlatform: false },
    { orgId: "org_none", isPlatform: false },
  ];

  it("finds each caller the reservations that she would find alone", async () => {
    const asked = everybody().flatMap((scope) => reservations.map((at) => ({ ...at, scope })));
    const together = await Promise.all(asked.map((seen) => seeReservation(house.platform.db, seen)));
    for (const [index, { nodeId, id, scope }] of asked.entries()) {
      const alone = await findReservation(house.platform.db, nodeId, id, "see", scope);
      expect(together[index], `${id} on ${nodeId} for ${scope.orgId}`).toEqual(alone);
    }
    expect(together.filter((row) => row !== undefined).length).toBeGreaterThan(10);
    expect(together.filter((row) => row === undefined).length).toBeGreaterThan(10);
  });

  it("reads each caller the state of the nodes that she would read alone", async () => {
    const asked = everybody().flatMap((scope) => nodeIds.map((nodeId) => ({ nodeId, scope })));
    const together = await Promise.all(
      asked.map(({ nodeId, scope }) => seeNodeState(house.platform.db, nodeId, scope)),
    );
    const timeless = (row: NodeStateRow | undefined) => row && { ...row, now: undefined };
    for (const [index, { nodeId, scope }] of asked.entries()) {
      const alone = await readNodeState(house.platform.db, nodeId, "see", scope);
      expect(timeless(together[index]), `${nodeId} for ${scope.orgId}`).toEqual(timeless(alone));
    }
    expect(together.filter((row) => row !== undefined).length).toBeGreaterThan(5);
  });

  it("shows a change to whoever asks after it, however many ask meanwhile", async () => {
    const [at] = reservations as [{ nodeId: string; id: string }];
    const scope = scopeOf(house.platform);
    for (let round = 0; round < 10; round += 1) {
      const before = Array.from({ length: 20 }, () => seeReservation(house.platform.db, { ...at, scope }));
      const reason = `round ${round}`;
      await call(actingFor(house.world, house.orgs.platform), "changeReservation", {
        nodeId: at.nodeId,
        reservationId: at.id,
        reason,
      });
      const after = await Promise.all(
        Array.from({ length: 20 }, () => seeReservation(house.platform.db, { ...at, scope })),
      );
      expect(new Set(after.map((row) => row?.reason))).toEqual(new Set([reason]));
      await Promise.all(before);
    }
  });
});
