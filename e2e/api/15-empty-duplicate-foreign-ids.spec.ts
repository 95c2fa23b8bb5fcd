import type { ErrorBody } from "../fixtures/api";
import { expectSound } from "../fixtures/database";
import { address, report, singles } from "../fixtures/machine";
import { fromNow, HOUR } from "../fixtures/time";
import { expect, type TestNode, type TestOrg, test, type World } from "../fixtures/world";

interface Setting {
  node: TestNode;
  other: TestNode;
  a: TestOrg;
}

async function setting(world: World): Promise<Setting> {
  const node = await world.newNode([{ id: address(1) }, { id: address(2) }, { id: address(3), withNic: true }]);
  const other = await world.newNode([{ id: "0000:f1:00.0" }]);
  return { node, other, a: await world.newOrg("A") };
}

function send(world: World, { node }: Setting, body: unknown) {
  return world.platform.send("createReservation", { params: { nodeId: node.id }, body });
}

/** Everything but the field that a test is about. */
const rest = ({ node, a }: Setting) => ({ unitIds: [node.unitIds[0]], allowedOrgIds: [a.id], endsAt: fromNow(HOUR) });

async function expectNothing(world: World, { node }: Setting): Promise<void> {
  expect(await world.platform.all("listNodeReservations", { params: { nodeId: node.id } })).toEqual([]);
  expect((await world.units(node)).map((unit) => unit.reservable)).toEqual([true, true, false]);
}

test.describe("15: lists that are empty, repeat themselves or name foreign things", () => {
  test("unitIds: the wrong shape is 400 that names the field", async ({ world }) => {
    const place = await setting(world);
    const [u1] = place.node.unitIds as [string];
    const wrong: unknown[] = [
      undefined,
      null,
      [],
      [[]],
      [null],
      [""],
      u1,
      { 0: u1 },
      { length: 1, 0: u1 },
      [1],
      [true],
      [[u1]],
      [{ id: u1 }],
      true,
      1,
      [u1, u1],
      [u1, null],
      [u1, [u1]],
    ];
    for (const unitIds of wrong) {
      const reply = await send(world, place, { ...rest(place), unitIds });
      expect([unitIds, reply.status]).toEqual([unitIds, 400]);
      expect(JSON.stringify((reply.body as ErrorBody).details)).toContain("unitIds");
    }
    await expectNothing(world, place);
  });

  test("unitIds: nothing is trimmed, split or folded, and foreign is as unknown as unknown", async ({ world }) => {
    const place = await setting(world);
    const { node, other, a } = place;
    const [u1, u2, u3] = node.unitIds as [string, string, string];
    const [x1] = other.unitIds as [string];
    const lists = [
      [u1, ` ${u1}`],
      [`${u1} `],
      [u1.replace("0000:", "")],
      [u1.replace("0000:", "00000000:")],
      ["0000:0A:00.0"],
      [`${u1},${u2}`],
      [`${u1}\n${u2}`],
      [x1],
      [u1, x1],
      ["ghost"],
      [u3, "ghost"],
      ["*"],
      [node.id],
    ];
    const codes = new Set<string>();
    for (const unitIds of lists) {
      const reply = await send(world, place, { ...rest(place), unitIds });
      expect([unitIds, reply.status]).toEqual([unitIds, 400]);
      codes.add((reply.body as ErrorBody).code);
    }
    expect([...codes]).toEqual(["invalid_request"]);
    const [foreign, unknown] = await Promise.all(
      [x1, "0000:f2:00.0"].map((unitId) => send(world, place, { ...rest(place), unitIds: [unitId] })),
    );
    expect(foreign?.body).toEqual(unknown?.body);

    const unsellable = await send(world, place, { ...rest(place), unitIds: [u3] });
    expect([unsellable.status, (unsellable.body as ErrorBody).code]).toEqual([409, "unit_not_reservable"]);
    const shown = (await world.units(node)).find((unit) => unit.id === u3);
    expect((unsellable.body as ErrorBody).details?.units).toEqual([
      { unitId: u3, code: "unit_not_reservable", reason: shown?.notReservableReason },
    ]);
    await expectNothing(world, place);
    for (const status of ["maintenance", "draining", "removed"]) {
      await world.platform.ok("updateNode", { params: { nodeId: node.id }, body: { status } });
      expect((await world.units(node)).map((unit) => unit.reservable)).toEqual([false, false, false]);
      expect((await send(world, place, rest(place))).status).toBe(409);
    }
    await world.platform.ok("updateNode", { params: { nodeId: node.id }, body: { status: "online" } });
    expect((await world.reserve(node, [u1], [a])).reservedUnitIds).toEqual([u1]);
  });

  test("a unit that is gone is as unknown as one that never was", async ({ world }) => {
    const place = await setting(world);
    const { node } = place;
    await world.platform.ok("putInventory", {
      params: { nodeId: node.id },
      body: { inventory: report(singles(1), node.deviceId) },
    });
    expect((await world.units(node)).map((unit) => unit.id)).toEqual([address(1)]);
    for (const unitIds of [[address(2)], [address(1), address(2)]]) {
      expect((await send(world, place, { ...rest(place), unitIds })).status).toBe(400);
    }
  });

  test("allowedOrgIds: an empty list is never everyone", async ({ world }) => {
    const place = await setting(world);
    const { a } = place;
    const wrong: unknown[] = [
      undefined,
      null,
      [],
      [""],
      [a.id, a.id],
      ["ghost"],
      [a.id, "ghost"],
      [`${a.id} `],
      [a.id.toUpperCase()],
      [`${a.id},${a.id}`],
      ["*"],
      a.id,
      [{ id: a.id }],
      [null],
      [1],
      { 0: a.id },
    ];
    for (const allowedOrgIds of wrong) {
      const reply = await send(world, place, { ...rest(place), allowedOrgIds });
      expect([allowedOrgIds, reply.status]).toEqual([allowedOrgIds, 400]);
      expect(JSON.stringify((reply.body as ErrorBody).details)).toContain("allowedOrgIds");
    }
    await expectNothing(world, place);
    const { orgId: platform } = await world.platform.ok("whoami");
    const made = await world.platform.ok("createReservation", {
      params: { nodeId: place.node.id },
      body: rest(place),
    });
    expect(made.allowedOrgIds).toEqual([a.id, platform]);
  });

  test("managingOrgIds: null and empty are absent, unknown is 400, and need not be of the audience", async ({
    world,
  }) => {
    const place = await setting(world);
    const { node } = place;
    const m = await world.newOrg("M");
    for (const managingOrgIds of [["ghost"], [m.id, m.id], [""], m.id, [null], [{ id: m.id }], {}, true]) {
      const reply = await send(world, place, { ...rest(place), managingOrgIds });
      expect([managingOrgIds, reply.status]).toEqual([managingOrgIds, 400]);
      expect(JSON.stringify((reply.body as ErrorBody).details)).toContain("managingOrgIds");
    }
    await expectNothing(world, place);
    for (const [managingOrgIds, expected] of [
      [null, []],
      [[], []],
      [undefined, []],
      [[m.id], [m.id]],
    ] as const) {
      const reply = await send(world, place, { ...rest(place), managingOrgIds });
      expect(reply.status).toBe(201);
      const made = reply.body as { id: string; managingOrgIds?: string[]; allowedOrgIds: string[] };
      expect(made.managingOrgIds ?? []).toEqual(expected);
      expect(made.allowedOrgIds).not.toContain(m.id);
      await world.platform.ok("cancelReservation", { params: { nodeId: node.id, reservationId: made.id }, body: {} });
    }
  });

  test("a body that is no object with known names is 400", async ({ world }) => {
    const place = await setting(world);
    const path = `/v1/nodes/${place.node.id}/reservations`;
    for (const body of [
      "",
      "{}",
      "[]",
      "null",
      '"x"',
      "1",
      "true",
      "{}{}",
      '{"units":["x"]}',
      `[${JSON.stringify(rest(place))}]`,
    ]) {
      const reply = await world.platform.raw("POST", path, { body, headers: { "Content-Type": "application/json" } });
      expect([body, reply.status], JSON.stringify(reply.body)).toEqual([body, 400]);
      expect((reply.body as ErrorBody).error).toMatch(/\w/);
    }
    await expectNothing(world, place);
    expect((await send(world, place, rest(place))).status).toBe(201);
    await expectSound(world, place.node.id);
  });

  test("the same rules hold for every other list of ids", async ({ world }) => {
    const place = await setting(world);
    const { node, a } = place;
    const [u1, u2] = node.unitIds as [string, string];
    const made = await world.reserve(node, [u1], [a]);
    const params = { nodeId: node.id, reservationId: made.id };
    const wrong = [[], [u1, u1], [u2], [u1, u2], ["ghost"], [""], [null], u1, { 0: u1 }];
    for (const unitIds of wrong) {
      for (const call of ["releaseUnits", "reclaimUnits", "cancelReservation"] as const) {
        await world.platform.refused(call, "invalid_request", { params, body: { unitIds } });
      }
    }
    for (const call of ["releaseUnits", "reclaimUnits"] as const) {
      await world.platform.refused(call, "invalid_request", { params, body: {} });
      await world.platform.refused(call, "invalid_request", { params, body: { unitIds: null } });
    }
    for (const change of [
      { allowedOrgIds: [] },
      { allowedOrgIds: ["ghost"] },
      { managingOrgIds: ["ghost"] },
      { allowedOrgIds: [a.id, a.id] },
    ]) {
      await world.platform.refused("changeReservation", "invalid_request", { params, body: change });
    }
    expect(
      await world.platform.ok("changeReservation", { params, body: { allowedOrgIds: null, managingOrgIds: null } }),
    ).toEqual(made);
    expect(await world.platform.ok("getReservation", { params })).toEqual(made);
  });
});
