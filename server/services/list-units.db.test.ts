import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { transact } from "@/db/client";
import { Refusal } from "@/server/domain/errors";
import { createReservation } from "./create-reservation";
import { type House, openHouse, U } from "./testing/house";
import { reportOf } from "./testing/reports";
import { call } from "./testing/world";

const LONG = process.env.HOLDFAST_LONG === "1";

interface Term {
  startsAt: Date | undefined;
  endsAt: Date | undefined;
}

/** Now, start, end and node of draws in which at least one unit is reservable. */
const SURE: [number, number | undefined, number | undefined, number][] = [
  [0, 1000, 1999, 0],
  [0, 4000, 5000, 0],
  [1000, undefined, 2000, 0],
  [4500, 5000, undefined, 0],
];

class Undo extends Error {}

/** Section 7: `reservable` is exact: a create for that term with that unit would succeed if and only if it is true. */
describe("whether a unit is reservable", () => {
  let house: House;
  let nodes: string[];
  const bdf = (slot: number) => ({ bdf: U[slot] ?? "" });

  /** A node of live, past, future and cancelled reservations, one in review, one unit that can't be sold. */
  async function busyNode(): Promise<string> {
    const { id: nodeId } = await call(house.provider, "createNode", {
      orgId: house.orgs.provider.id,
      hostname: "busy",
    });
    const put = (inventory: ReturnType<typeof reportOf>) => call(house.provider, "putInventory", { nodeId, inventory });
    await put(reportOf([[bdf(0)], [bdf(1)], [bdf(2)], [bdf(3)], [bdf(4)]]));
    const term = (from: number, to: number | null) => ({
      startsAt: house.at(from),
      ...(to !== null && { endsAt: house.at(to) }),
    });
    await house.reserve(nodeId, { unitIds: [U[3] ?? ""], ...term(0, 3000) });
    await put(reportOf([[bdf(0)], [bdf(1)], [bdf(2), bdf(3)], [bdf(4)]], { nicIn: 3 }));
    await house.reserve(nodeId, { unitIds: [U[0]], ...term(0, 1000) });
    await house.reserve(nodeId, { unitIds: [U[0]], ...term(3000, 4000) });
    await house.reserve(nodeId, { unitIds: [U[1]], ...term(2000, null) });
    const gone = await house.reserve(nodeId, { unitIds: [U[0]], ...term(5000, null) });
    await call(house.platform, "cancelReservation", { nodeId, reservationId: gone.id });
    return nodeId;
  }

  beforeAll(async () => {
    house = await openHouse("reservable");
    const offline = await busyNode();
    nodes = [await busyNode(), offline];
    await call(house.provider, "updateNode", { nodeId: offline, status: "maintenance" });
  });
  afterAll(() => house.close());

  const tried = async (nodeId: string, unitId: string, term: Term): Promise<string> => {
    try {
      return await transact(house.world.db, async (trx) => {
        const ctx = { ...house.platform, trx };
        await createReservation(ctx, { nodeId, unitIds: [unitId], allowedOrgIds: [house.orgs.alpha.id], ...term });
        throw new Undo();
      });
    } catch (error) {
      if (error instanceof Undo) return "created";
      if (error instanceof Refusal) return error.code;
      throw error;
    }
  };

  it(
    "is what a create then says, for any term at any time",
    async () => {
      const instant = fc.constantFrom(
        -1000,
        -1,
        0,
        1,
        999,
        1000,
        1001,
        1999,
        2000,
        2500,
        2999,
        3000,
        3001,
        3999,
        4000,
        4001,
        5000,
        9000,
      );
      const maybe = fc.option(instant, { nil: undefined, freq: 3 });
      let [created, refused] = [0, 0];
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(0, 500, 1000, 2500, 3000, 4500),
          maybe,
          maybe,
          fc.nat(1),
          async (now, from, to, n) => {
            await house.goTo(now);
            const nodeId = nodes[n] ?? "";
            const term: Term = {
              startsAt: from === undefined ? undefined : house.at(from),
              endsAt: to === undefined ? undefined : house.at(to),
            };
            const asked = await call(house.platform, "listUnits", { nodeId, ...term }).catch((error: unknown) => {
              if (error instanceof Refusal) return error.code;
              throw error;
            });
            if (typeof asked === "string") {
              expect(asked).toBe("invalid_request");
              expect(await tried(nodeId, U[0], term)).toBe("invalid_request");
              return;
            }
            for (const unit of asked) {
              const outcome = await tried(nodeId, unit.id, term);
              expect(outcome === "created").toBe(unit.reservable);
              expect(unit.notReservableReason === undefined).toBe(unit.reservable);
              if (outcome === "created") created += 1;
              else refused += 1;
            }
          },
        ),
        // Terms drawn at random are mostly refused ones: these are there in every run.
        { numRuns: LONG ? 2000 : 60, examples: SURE },
      );
      expect(created).toBeGreaterThanOrEqual(SURE.length);
      expect(refused).toBeGreaterThan(SURE.length);
    },
    LONG ? 1_800_000 : 60_000,
  );
});
