import type { Api, ErrorBody, Reply } from "../fixtures/api";
import { clashes, expectSound } from "../fixtures/database";
import { report, singles } from "../fixtures/machine";
import { fromNow, HOUR, MINUTE, utc } from "../fixtures/time";
import { expect, test, type World } from "../fixtures/world";

const CALLERS = 20;
const ROUNDS = 50;
const PATIENCE_MS = 5_000;

interface Timed extends Reply {
  took: number;
}

/** The same call by many at once, spread over both server processes. */
function together(world: World, bodies: readonly object[], nodeId: string): Promise<Timed[]> {
  const doors: Api[] = [world.platform, world.elsewhere(world.platform)];
  return Promise.all(
    bodies.map(async (body, index) => {
      const from = performance.now();
      const reply = await doors[index % 2]!.send("createReservation", { params: { nodeId }, body });
      return { ...reply, took: performance.now() - from };
    }),
  );
}

/** Exactly one won; everyone else heard plainly that the unit is taken. Returns the winner's id. */
function expectOneWinner(replies: readonly Timed[]): string {
  const won = replies.filter((reply) => reply.status === 201);
  const lost = replies.filter((reply) => reply.status === 409);
  expect([won.length, lost.length]).toEqual([1, replies.length - 1]);
  for (const { body } of lost) {
    expect((body as ErrorBody).code).toBe("reservation_overlap");
    expect(JSON.stringify(body)).not.toMatch(/reservation_units|constraint|exclu|sql|relation|postgres/i);
  }
  expect(Math.max(...replies.map((reply) => reply.took))).toBeLessThan(PATIENCE_MS);
  return (won[0]!.body as { id: string }).id;
}

test.describe("01: many identical creates at the same moment", () => {
  test("one of twenty wins, fifty rounds long, over two processes", async ({ world }) => {
    test.setTimeout(180_000);
    const node = await world.newNode(1);
    const orgs = [await world.newOrg("A"), await world.newOrg("B")];
    const base = Date.now() + HOUR;
    const winners: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const term = { startsAt: utc(base + round * 2 * HOUR), endsAt: utc(base + (round * 2 + 1) * HOUR) };
      const bodies = Array.from({ length: CALLERS }, (_, index) => ({
        unitIds: node.unitIds,
        allowedOrgIds: [orgs[index % 3 === 0 ? 0 : 1]!.id],
        ...term,
      }));
      const id = expectOneWinner(await together(world, bodies, node.id));
      winners.push(id);
      const [unit] = await world.units(node, term);
      expect(unit).toMatchObject({ reservable: false, reservationId: winners[0] });
      expect(unit?.notReservableReason).toContain(id);
    }
    const listed = await world.platform.all("listNodeReservations", {
      params: { nodeId: node.id },
      query: { limit: "7" },
    });
    expect(listed.map((each) => each.id)).toEqual(winners.toReversed());
    await expectSound(world, node.id);
  });

  test("one of twenty wins where every term differs but contains one instant", async ({ world }) => {
    const node = await world.newNode(1);
    const org = await world.newOrg();
    const instant = Date.now() + 90 * MINUTE;
    for (let round = 0; round < 5; round += 1) {
      const at = instant + round * 24 * HOUR;
      const bodies = Array.from({ length: CALLERS }, (_, index) => ({
        unitIds: node.unitIds,
        allowedOrgIds: [org.id],
        startsAt: utc(at - index * MINUTE),
        endsAt: utc(at + 1 + (CALLERS - index) * MINUTE),
      }));
      expectOneWinner(await together(world, bodies, node.id));
    }
    await expectSound(world, node.id);
  });

  test("calls for overlapping sets of units, in any order, never wait for each other for ever", async ({ world }) => {
    const node = await world.newNode(6);
    const org = await world.newOrg();
    for (let round = 0; round < 6; round += 1) {
      const term = { startsAt: fromNow((round * 2 + 1) * HOUR), endsAt: fromNow((round * 2 + 2) * HOUR) };
      const bodies = Array.from({ length: CALLERS }, (_, index) => {
        const some = [0, 1, 2].map((step) => node.unitIds[(index + step) % 6]!);
        return { unitIds: index % 2 ? some : some.toReversed(), allowedOrgIds: [org.id], ...term };
      });
      const replies = await together(world, bodies, node.id);
      expect(replies.map((reply) => reply.status).filter((status) => status !== 201 && status !== 409)).toEqual([]);
      const won = replies.filter((reply) => reply.status === 201);
      expect(won.length).toBeGreaterThanOrEqual(1);
      const taken = won.flatMap((reply) => (reply.body as { reservedUnitIds: string[] }).reservedUnitIds);
      expect(new Set(taken).size).toBe(taken.length);
    }
    await expectSound(world, node.id);
  });

  test("longer terms and new reservations compete for one instant like two creates", async ({ world }) => {
    const node = await world.newNode(1);
    const org = await world.newOrg();
    for (let round = 0; round < 8; round += 1) {
      const base = Date.now() + (round + 1) * 24 * HOUR;
      const first = await world.reserve(node, node.unitIds, [org], { startsAt: utc(base), endsAt: utc(base + HOUR) });
      const one = { nodeId: node.id, reservationId: first.id };
      const create = {
        unitIds: node.unitIds,
        allowedOrgIds: [org.id],
        startsAt: utc(base + HOUR),
        endsAt: utc(base + 2 * HOUR),
      };
      const other = world.elsewhere(world.platform);
      const [longer, ...creates] = await Promise.all([
        other.send("changeReservation", { params: one, body: { endsAt: utc(base + 90 * MINUTE) } }),
        ...Array.from({ length: 6 }, () =>
          world.platform.send("createReservation", { params: { nodeId: node.id }, body: create }),
        ),
      ]);
      const won = creates.filter((reply) => reply.status === 201).length;
      expect([longer.status, won]).toEqual(longer.status === 200 ? [200, 0] : [409, 1]);
    }
    const all = await world.platform.all("listNodeReservations", { params: { nodeId: node.id } });
    expect(clashes(all)).toEqual([]);
    await expectSound(world, node.id);
  });

  test("reservations in review that move to one unit, and creates, compete for it like creates", async ({ world }) => {
    const node = await world.newNode(3);
    const [u1, u2, u3] = node.unitIds as [string, string, string];
    const org = await world.newOrg();
    const standing = [await world.reserve(node, [u1], [org]), await world.reserve(node, [u2], [org])];
    for (let round = 0; round < 6; round += 1) {
      // One more card each time: every round is a topology of its own, and both are in review.
      const body = { inventory: report(singles(4 + round), node.deviceId) };
      await world.platform.ok("putInventory", { params: { nodeId: node.id }, body });
      const moves = standing.map(({ id }, index) =>
        (index ? world.elsewhere(world.platform) : world.platform).send("reaffirmReservation", {
          params: { nodeId: node.id, reservationId: id },
          body: { unitIds: [u3] },
        }),
      );
      const creates = [world.platform, world.elsewhere(world.platform)].map((door) =>
        door.send("createReservation", {
          params: { nodeId: node.id },
          body: { unitIds: [u3], allowedOrgIds: [org.id] },
        }),
      );
      const replies = await Promise.all([...moves, ...creates]);
      const won = replies.filter((reply) => reply.status < 300);
      expect([won.length, ...replies.map((reply) => reply.status).sort()]).toEqual([1, won[0]?.status, 409, 409, 409]);
      const winner = won[0]!.body as { id: string };
      expect((await world.units(node)).find((unit) => unit.id === u3)?.reservationId).toBe(winner.id);
      await expectSound(world, node.id);
      const back = standing.findIndex(({ id }) => id === winner.id);
      const params = { nodeId: node.id, reservationId: winner.id };
      await world.platform.ok("cancelReservation", { params, body: {} });
      if (back >= 0) standing[back] = await world.reserve(node, [[u1, u2][back]!], [org]);
    }
    const all = await world.platform.all("listNodeReservations", { params: { nodeId: node.id } });
    expect(clashes(all.filter((each) => each.status !== "cancelled"))).toEqual([]);
  });
});
