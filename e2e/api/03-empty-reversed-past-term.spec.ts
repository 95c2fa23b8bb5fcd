import { expectSound, query } from "../fixtures/database";
import { fromNow, HOUR, MINUTE, SECOND, utc } from "../fixtures/time";
import { expect, type TestNode, type TestOrg, test, type World } from "../fixtures/world";

interface BadTerm {
  name: string;
  startsAt?: string;
  endsAt?: string;
}

function badTerms(now: number): BadTerm[] {
  const soon = utc(now + HOUR);
  return [
    { name: "empty", startsAt: soon, endsAt: soon },
    { name: "empty again", startsAt: soon, endsAt: soon },
    { name: "empty a third time", startsAt: soon, endsAt: soon },
    { name: "reversed by a millisecond", startsAt: soon, endsAt: utc(now + HOUR - 1) },
    { name: "reversed by hours", startsAt: utc(now + 5 * HOUR), endsAt: soon },
    {
      name: "within one millisecond",
      startsAt: soon.replace("Z", "300Z"),
      endsAt: soon.replace("Z", "700Z"),
    },
    { name: "over for an hour", endsAt: utc(now - HOUR) },
    { name: "over now", endsAt: utc(now) },
    { name: "over by a millisecond", endsAt: utc(now - 1) },
    { name: "ten years past", startsAt: utc(now - 3_652 * 24 * HOUR), endsAt: soon },
    { name: "just past the grace", startsAt: utc(now - 5 * MINUTE - 5 * SECOND), endsAt: soon },
    { name: "past start, open end", startsAt: utc(now - 6 * MINUTE) },
    { name: "whole term within the grace", startsAt: utc(now - 2 * MINUTE), endsAt: utc(now - MINUTE) },
    { name: "empty within the grace", startsAt: utc(now - MINUTE), endsAt: utc(now - MINUTE) },
  ];
}

const create = (world: World, node: TestNode, unitId: string, org: TestOrg, { startsAt, endsAt }: Partial<BadTerm>) =>
  world.platform.send("createReservation", {
    params: { nodeId: node.id },
    body: { unitIds: [unitId], allowedOrgIds: [org.id], startsAt, endsAt },
  });

test.describe("03: terms that are empty, reversed or already over", () => {
  test("are 400 on a free unit and on a reserved one, and harm nothing", async ({ world }) => {
    const node = await world.newNode(2);
    const org = await world.newOrg();
    const [free, taken] = node.unitIds as [string, string];
    const standing = await world.reserve(node, [taken], [org], { reason: "stands" });
    for (const term of badTerms(Date.now())) {
      for (const unitId of [free, taken]) {
        const reply = await create(world, node, unitId, org, term);
        expect([term.name, reply.status], term.name).toEqual([term.name, 400]);
        expect(JSON.stringify(reply.body)).toMatch(/startsAt|endsAt/);
      }
    }
    const listed = await world.platform.all("listNodeReservations", { params: { nodeId: node.id } });
    expect(listed).toEqual([standing]);
    expect((await world.units(node)).map((unit) => unit.reservationId)).toEqual([undefined, standing.id]);
    const bad = await query(
      world,
      "select id from reservations where node_id = $1 and (ends_at <= starts_at or id <> $2)",
      [node.id, standing.id],
    );
    expect(bad).toEqual([]);
    expect((await create(world, node, free, org, { endsAt: fromNow(HOUR) })).status).toBe(201);
    await expectSound(world, node.id);
  });

  test("a start a little past is now, never later and never pending", async ({ world }) => {
    const node = await world.newNode(3);
    const org = await world.newOrg();
    const pasts = [-2 * SECOND, -1, -4 * MINUTE - 50 * SECOND];
    for (const [index, past] of pasts.entries()) {
      const before = Date.now();
      const term = { startsAt: utc(before + past), endsAt: fromNow(HOUR) };
      const reply = await create(world, node, node.unitIds[index]!, org, term);
      expect(reply.status).toBe(201);
      const { startsAt, status } = reply.body as { startsAt: string; status: string };
      expect(status).toBe("active");
      expect(Date.parse(startsAt)).toBeGreaterThanOrEqual(before);
      expect(Date.parse(startsAt)).toBeLessThanOrEqual(Date.now());
    }
  });

  test("asking about such a term is 400 too", async ({ world }) => {
    const node = await world.newNode(1);
    for (const { name, startsAt, endsAt } of badTerms(Date.now())) {
      const asked = { ...(startsAt && { startsAt }), ...(endsAt && { endsAt }) };
      const reply = await world.platform.send("listUnits", { params: { nodeId: node.id }, query: asked });
      expect([name, reply.status]).toEqual([name, 400]);
    }
  });

  test("no change makes a term empty, reversed or past", async ({ world }) => {
    const node = await world.newNode(2);
    const org = await world.newOrg();
    const [one, two] = node.unitIds as [string, string];
    const active = await world.reserve(node, [one], [org], { endsAt: fromNow(HOUR) });
    const pending = await world.reserve(node, [two], [org], { startsAt: fromNow(HOUR), endsAt: fromNow(2 * HOUR) });
    const ends: [typeof active, string][] = [
      [active, utc(Date.now())],
      [active, fromNow(-HOUR)],
      [active, active.startsAt],
      [active, utc(Date.parse(active.startsAt) - 1)],
      [pending, pending.startsAt],
      [pending, utc(Date.parse(pending.startsAt) - 1)],
      [pending, pending.startsAt.replace("Z", "999Z")],
      [pending, fromNow(MINUTE)],
    ];
    for (const [{ id }, endsAt] of ends) {
      const params = { nodeId: node.id, reservationId: id };
      await world.platform.refused("changeReservation", "invalid_request", { params, body: { endsAt } });
    }
    const listed = await world.platform.all("listNodeReservations", { params: { nodeId: node.id } });
    expect(listed).toEqual([pending, active]);
  });
});
