import { expectSound } from "../fixtures/database";
import { clockReaches, DAY, fromNow, HOUR, SECOND, utc } from "../fixtures/time";
import { expect, type TestNode, type TestOrg, test, type World } from "../fixtures/world";

const tomorrow = () => Math.ceil(Date.now() / DAY) * DAY + 12 * HOUR;

/** Asks for one unit and term, and holds the answer against what the units list said just before. */
async function ask(world: World, node: TestNode, unit: number, org: TestOrg, startsAt: string, endsAt?: string) {
  const unitId = node.unitIds[unit]!;
  const term = { startsAt, ...(endsAt !== undefined && { endsAt }) };
  const listed = (await world.units(node, term)).find((each) => each.id === unitId);
  const reply = await world.platform.send("createReservation", {
    params: { nodeId: node.id },
    body: { unitIds: [unitId], allowedOrgIds: [org.id], ...term },
  });
  expect(listed?.reservable, "the list and the create agree").toBe(reply.status === 201);
  return reply;
}

test.describe("02: one term ends exactly where the next begins", () => {
  test("touching terms are accepted and overlapping ones are not, to the millisecond", async ({ world }) => {
    const node = await world.newNode(1);
    const org = await world.newOrg();
    const m = tomorrow();
    const steps: [string, number, number | undefined, number][] = [
      ["A", m - HOUR, m, 201],
      ["B", m, m + HOUR, 201],
      ["C touches A from the left", m - 2 * HOUR, m - HOUR, 201],
      ["D over the boundary", m - 1, m + 1, 409],
      ["E over the end of B", m + HOUR - 1, m + 2 * HOUR, 409],
      ["F open-ended", m + HOUR, undefined, 201],
      ["G inside F", m + 5 * HOUR, m + 6 * HOUR, 409],
      ["the last millisecond before C", m - 2 * HOUR - 1, m - 2 * HOUR, 201],
      ["one millisecond into C", m - 3 * HOUR, m - 2 * HOUR + 1, 409],
    ];
    const made = new Map<string, { startsAt: string; endsAt?: string }>();
    for (const [name, from, to, status] of steps) {
      const reply = await ask(world, node, 0, org, utc(from), to === undefined ? undefined : utc(to));
      expect(reply.status, name).toBe(status);
      if (status === 201) made.set(name, reply.body as { startsAt: string });
    }
    expect(made.get("A")?.endsAt).toBe(made.get("B")?.startsAt);
    expect(made.get("F open-ended")).not.toHaveProperty("endsAt");
    await expectSound(world, node.id);
  });

  test("terms that contain each other never both stand", async ({ world }) => {
    const node = await world.newNode(1);
    const org = await world.newOrg();
    const m = tomorrow();
    const [from, to] = [m, m + 4 * HOUR];
    expect((await ask(world, node, 0, org, utc(from), utc(to))).status).toBe(201);
    const others: [string, number, number | undefined][] = [
      ["same start, shorter", from, to - HOUR],
      ["same start, longer", from, to + HOUR],
      ["same end, shorter", from + HOUR, to],
      ["same end, longer", from - HOUR, to],
      ["strictly inside", from + HOUR, to - HOUR],
      ["strictly around", from - HOUR, to + HOUR],
      ["identical", from, to],
      ["open-ended from before", from - HOUR, undefined],
      ["open-ended from its start", from, undefined],
      ["open-ended from its last millisecond", to - 1, undefined],
    ];
    for (const [name, start, end] of others) {
      const reply = await ask(world, node, 0, org, utc(start), end === undefined ? undefined : utc(end));
      expect([name, reply.status]).toEqual([name, 409]);
    }
    expect((await ask(world, node, 0, org, utc(to), undefined)).status).toBe(201);
    await expectSound(world, node.id);
  });

  test("another offset is the same instant, and digits below the millisecond are cut", async ({ world }) => {
    const node = await world.newNode(4);
    const org = await world.newOrg();
    const m = tomorrow();
    const day = utc(m).slice(0, 10);
    expect((await ask(world, node, 0, org, utc(m - HOUR), utc(m))).status).toBe(201);
    const shifted = await ask(world, node, 0, org, `${day}T14:00:00+02:00`, `${day}T09:00:00.000-04:00`);
    expect(shifted.body).toMatchObject({ startsAt: utc(m), endsAt: utc(m + HOUR) });

    // Both are cut to the same millisecond, so both orders touch.
    const [early, late] = [utc(m).replace("000Z", "000400Z"), utc(m).replace("000Z", "000600Z")];
    for (const [unit, end, start] of [
      [1, early, late],
      [2, late, early],
    ] as const) {
      expect((await ask(world, node, unit, org, utc(m - HOUR), end)).body).toMatchObject({ endsAt: utc(m) });
      expect((await ask(world, node, unit, org, start, utc(m + HOUR))).body).toMatchObject({ startsAt: utc(m) });
    }
    const nines = utc(m).replace("000Z", "999999999Z");
    expect((await ask(world, node, 3, org, utc(m - HOUR), nines)).body).toMatchObject({ endsAt: utc(m + 999) });
    expect((await ask(world, node, 3, org, utc(m + 999), utc(m + HOUR))).status).toBe(201);
    await expectSound(world, node.id);
  });

  test("a later end touches, and does not cross, the term that follows", async ({ world }) => {
    const node = await world.newNode(1);
    const org = await world.newOrg();
    const m = tomorrow();
    const first = await world.reserve(node, node.unitIds, [org], { startsAt: utc(m - HOUR), endsAt: utc(m - 1) });
    await world.reserve(node, node.unitIds, [org], { startsAt: utc(m), endsAt: utc(m + HOUR) });
    const params = { nodeId: node.id, reservationId: first.id };
    const change = (endsAt: string | null) => world.platform.send("changeReservation", { params, body: { endsAt } });
    expect((await change(utc(m))).status).toBe(200);
    expect((await change(utc(m + 1))).status).toBe(409);
    expect((await change(null)).status).toBe(409);
    expect(await world.platform.ok("getReservation", { params })).toMatchObject({ endsAt: utc(m) });
    await expectSound(world, node.id);
  });

  test("placement changes hands at the boundary, with no gap and no overlap", async ({ world }) => {
    const node = await world.newNode(1);
    const orgs = { a: await world.newOrg("A"), b: await world.newOrg("B") };
    const boundary = Date.now() + 3 * SECOND;
    const first = await world.reserve(node, node.unitIds, [orgs.a], { endsAt: utc(boundary) });
    const second = await world.reserve(node, node.unitIds, [orgs.b], {
      startsAt: utc(boundary),
      endsAt: fromNow(HOUR),
    });
    const placed: { org: "a" | "b"; at: string }[] = [];
    const holders: { id: string | undefined; from: number; to: number }[] = [];
    const tryAsLongAs = async (org: "a" | "b") => {
      const isOver = () => Date.now() >= boundary + SECOND && (org === "a" || placed.some((each) => each.org === org));
      while (!isOver()) {
        const reply = await world.askVm(orgs[org], node);
        if (reply.status !== 201) continue;
        const vm = reply.body as { id: string; createdAt: string };
        placed.push({ org, at: vm.createdAt });
        await orgs[org].api.ok("terminateVm", { params: { workloadId: vm.id }, body: {} });
      }
    };
    const watch = async () => {
      while (Date.now() < boundary + SECOND) {
        const from = Date.now();
        const [unit] = await world.units(node);
        holders.push({ id: unit?.reservationId, from, to: Date.now() });
      }
    };
    await Promise.all([tryAsLongAs("a"), tryAsLongAs("b"), watch()]);
    const wrong = placed.filter(({ org, at }) => (org === "a") !== at < utc(boundary));
    expect(wrong).toEqual([]);
    expect(new Set(placed.map(({ org }) => org))).toEqual(new Set(["a", "b"]));
    for (const { id, from, to } of holders) {
      if (to < boundary) expect(id).toBe(first.id);
      if (from >= boundary) expect(id).toBe(second.id);
    }
    await clockReaches(boundary);
    const statuses = await world.platform.all("listNodeReservations", { params: { nodeId: node.id } });
    expect(statuses.map((each) => [each.id, each.status])).toEqual([
      [second.id, "active"],
      [first.id, "expired"],
    ]);
  });
});
