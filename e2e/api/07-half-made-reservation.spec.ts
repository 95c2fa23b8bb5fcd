import type { ErrorBody } from "../fixtures/api";
import { auditOf, expectSound } from "../fixtures/database";
import { expect, type TestNode, type TestOrg, test, type World } from "../fixtures/world";

interface Setting {
  world: World;
  node: TestNode;
  org: TestOrg;
}

const send = ({ world, node }: Setting, body: object) =>
  world.platform.send("createReservation", { params: { nodeId: node.id }, body });

const cancel = ({ world, node }: Setting, reservationId: string) =>
  world.platform.ok("cancelReservation", { params: { nodeId: node.id, reservationId }, body: {} });

/** Nothing was left behind: the units are free, the list shows only what stands, and a create works at once. */
async function expectNothingLeft(setting: Setting, standing: string[]): Promise<void> {
  const { world, node, org } = setting;
  const listed = await world.platform.all("listNodeReservations", { params: { nodeId: node.id } });
  expect(listed.filter((each) => each.status !== "cancelled").map((each) => each.id)).toEqual(standing);
  const free = (await world.units(node)).slice(0, 4);
  expect(free.map((unit) => [unit.reservable, unit.reservationId])).toEqual(Array(4).fill([true, undefined]));
  const probe = await world.reserve(node, [node.unitIds[0]!], [org]);
  await cancel(setting, probe.id);
}

test.describe("07: a refused request for several units leaves nothing behind", () => {
  test("the case, step by step", async ({ world }) => {
    const node = await world.newNode(8);
    const other = await world.newNode([{ id: "0000:f0:00.0" }]);
    const org = await world.newOrg("A");
    const setting = { world, node, org };
    const [u1, u2, u3, u4, u5, u6, u7, u8] = node.unitIds as [string, ...string[]] & string[];
    const standing = await world.reserve(node, [u5!], [org]);
    const allowedOrgIds = [org.id];
    const gone = "no-such-unit";
    const steps: [string, object, number][] = [
      ["u5 last", { unitIds: [u1, u2, u3, u4, u5], allowedOrgIds }, 409],
      ["u5 first", { unitIds: [u5, u1, u2, u3, u4], allowedOrgIds }, 409],
      ["a unit of another node", { unitIds: [u1, u2, other.unitIds[0]], allowedOrgIds }, 400],
      ["an unknown unit", { unitIds: [u1, u2, gone], allowedOrgIds }, 400],
      ["an unknown unit first", { unitIds: [gone, u1, u2], allowedOrgIds }, 400],
      ["an unknown org", { unitIds: [u1, u2], allowedOrgIds: [org.id, "no-such-org"] }, 400],
      ["an unknown managing org", { unitIds: [u1, u2], allowedOrgIds, managingOrgIds: ["no-such-org"] }, 400],
      ["shape before conflict", { unitIds: [u5, gone], allowedOrgIds }, 400],
    ];
    for (const [name, body, status] of steps) {
      const reply = await send(setting, body);
      expect([name, reply.status], JSON.stringify(reply.body)).toEqual([name, status]);
      if (status === 409) {
        const { code, details } = reply.body as ErrorBody;
        expect(code).toBe("reservation_overlap");
        expect(details?.units).toEqual([
          expect.objectContaining({ unitId: u5, reservationId: standing.id, code: "reservation_overlap" }),
        ]);
      }
      await expectNothingLeft(setting, [standing.id]);
    }

    const seven = [u1, u2!, u3!, u4!, u6!, u7!, u8!];
    const made = await world.reserve(node, seven, [org]);
    const params = { nodeId: node.id, reservationId: made.id };
    const read = await world.platform.ok("getReservation", { params });
    const listed = await world.platform.all("listNodeReservations", { params: { nodeId: node.id } });
    const everywhere = await world.platform.all("listReservations", { query: { nodeId: node.id } });
    for (const view of [made, read, ...[listed, everywhere].map((list) => list.find((each) => each.id === made.id))]) {
      expect(view).toEqual(made);
      expect([...(view?.reservedUnitIds ?? [])].sort()).toEqual(seven);
    }
    const units = await world.units(node);
    expect(units.filter((unit) => unit.reservationId === made.id).map((unit) => unit.id)).toEqual(seven);
    expect(units.filter((unit) => unit.reservable)).toEqual([]);
    await expectSound(world, node.id);

    const trail = await auditOf(world, node.id);
    const created = trail.filter((entry) => entry.action === "reservation.create" && entry.outcome === "done");
    expect(created.length).toBe(steps.length + 2);
    const refused = trail.filter((entry) => entry.action === "reservation.create" && entry.outcome === "refused");
    expect(refused.map((entry) => entry.code).sort()).toEqual([
      ...Array(6).fill("invalid_request"),
      ...Array(2).fill("reservation_overlap"),
    ]);
  });

  test("every refused unit is named with its own reason, all at once", async ({ world }) => {
    const node = await world.newNode([
      { id: "0000:01:00.0" },
      { id: "0000:02:00.0", withNic: true },
      { id: "0000:03:00.0" },
      { id: "0000:04:00.0" },
    ]);
    const org = await world.newOrg("A");
    const [one, two, three, four] = node.unitIds as [string, string, string, string];
    const first = await world.reserve(node, [one], [org]);
    const second = await world.reserve(node, [three], [org]);
    const reply = await send({ world, node, org }, { unitIds: [four, three, two, one], allowedOrgIds: [org.id] });
    expect(reply.status).toBe(409);
    const { details } = reply.body as { details: { units: { unitId: string; reason: string }[] } };
    expect(details.units).toEqual([
      expect.objectContaining({ unitId: three, code: "reservation_overlap", reservationId: second.id }),
      expect.objectContaining({ unitId: two, code: "unit_not_reservable" }),
      expect.objectContaining({ unitId: one, code: "reservation_overlap", reservationId: first.id }),
    ]);
    const reasons = new Map((await world.units(node)).map((unit) => [unit.id, unit.notReservableReason]));
    for (const refused of details.units) expect(refused.reason).toBe(reasons.get(refused.unitId));
    await world.platform.ok("updateNode", { params: { nodeId: node.id }, body: { status: "maintenance" } });
    const down = await send({ world, node, org }, { unitIds: node.unitIds, allowedOrgIds: [org.id] });
    expect((down.body as ErrorBody).details?.units).toHaveLength(4);
    expect((down.body as ErrorBody).code).toBe("unit_not_reservable");
  });

  test("ten senders against one that comes and goes: no error, and everything free in the end", async ({ world }) => {
    const node = await world.newNode(8);
    const org = await world.newOrg("A");
    const setting = { world, node, org };
    await world.reserve(node, [node.unitIds[4]!], [org]);
    let running = true;
    const comeAndGo = async () => {
      while (running) {
        const reply = await send(setting, { unitIds: [node.unitIds[3]], allowedOrgIds: [org.id] });
        if (reply.status === 201) await cancel(setting, (reply.body as { id: string }).id);
        else expect(reply.status).toBe(409);
      }
    };
    const wanted = [node.unitIds.slice(0, 5), node.unitIds.slice(0, 4), node.unitIds.slice(2, 4).toReversed()];
    const keepTrying = async (index: number) => {
      const door = index % 2 ? world.platform : world.elsewhere(world.platform);
      for (let times = 0; times < 8; times += 1) {
        const body = { unitIds: wanted[(index + times) % 3], allowedOrgIds: [org.id] };
        const reply = await door.send("createReservation", { params: { nodeId: node.id }, body });
        expect([201, 409]).toContain(reply.status);
        if (reply.status === 201) await cancel(setting, (reply.body as { id: string }).id);
      }
    };
    const stayer = comeAndGo();
    await Promise.all(Array.from({ length: 10 }, (_, index) => keepTrying(index)));
    running = false;
    await stayer;
    await expectSound(world, node.id);
    for (const each of await world.platform.all("listNodeReservations", { params: { nodeId: node.id } })) {
      await cancel(setting, each.id);
    }
    expect((await world.units(node)).filter((unit) => !unit.reservable)).toEqual([]);
    await expectSound(world, node.id);
  });
});
