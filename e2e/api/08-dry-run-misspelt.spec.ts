import type { Operation } from "@/server/contract/operation";
import { type OperationId, operations } from "@/server/contract/operations";
import type { ErrorBody, Reply } from "../fixtures/api";
import { auditOf } from "../fixtures/database";
import { Stage } from "../fixtures/stage";
import { expect, type TestNode, type TestOrg, test, type World } from "../fixtures/world";

interface Setting {
  node: TestNode;
  buyer: TestOrg;
  params: { nodeId: string; reservationId: string };
  vms: string[];
}

/** Two released units with a running spot VM each. */
async function twoSold(world: World): Promise<Setting> {
  const node = await world.newNode(2);
  const [org, buyer] = [await world.newOrg("A"), await world.newOrg("B")];
  const { id } = await world.reserve(node, node.unitIds, [org]);
  const params = { nodeId: node.id, reservationId: id };
  await world.platform.ok("releaseUnits", { params, body: { unitIds: node.unitIds } });
  const vms = [await world.startVm(buyer, node, { tier: "spot" }), await world.startVm(buyer, node, { tier: "spot" })];
  return { node, buyer, params, vms: vms.map((vm) => vm.id) };
}

async function expectUntouched(world: World, { node, buyer, vms }: Setting, name: string): Promise<void> {
  const running = await buyer.api.all("listVms", { params: { orgId: buyer.id } });
  expect([name, ...running.map((vm) => [vm.id, vm.status])]).toEqual([
    name,
    ...vms.toReversed().map((id) => [id, "running"]),
  ]);
  expect((await world.units(node)).map((unit) => unit.released)).toEqual([true, true]);
}

type Attempt = [name: string, body: string | undefined, query: string, field: string, type?: string];

/** Every way of saying `dryRun: true` that is not `dryRun: true`, with the field that the answer must name. */
function attempts(unitIds: string[]): Attempt[] {
  const units = `"unitIds":${JSON.stringify(unitIds)}`;
  const form = "application/x-www-form-urlencoded";
  return [
    ...["dry_run", "dryrun", "DryRun", "dryRun ", " dryRun", "dry-run", "DRYRUN", "dryRun\\u0000", "dryRu\\u0301n"].map(
      (name): Attempt => [name, `{${units},"${name}":true}`, "", name.replace(/\\u[0-9a-f]{4}.*/, "").trim()],
    ),
    ...['"true"', "1", "null", "[true]", '"yes"', "{}", '""', "1.0", '{"value":true}'].map(
      (value): Attempt => [value, `{${units},"dryRun":${value}}`, "", "dryRun"],
    ),
    ["nested", `{${units},"options":{"dryRun":true}}`, "", "options"],
    ["query without a body", undefined, "?dryRun=true", "dryRun"],
    ["misspelt query, empty body", "{}", "?dry_run=1", "dry_run"],
    ["query against body", `{${units},"dryRun":false}`, "?dryRun=true", "dryRun"],
    ["query beside body", `{${units}}`, "?dryRun=true", "dryRun"],
    ["query without a value", `{${units}}`, "?dryRun", "dryRun"],
    ["query of another spelling", `{${units}}`, "?DryRun=true&preview=1", "preview"],
    ["form data", `dryRun=true&unitIds=${unitIds[0]}`, "", "", form],
    ["cut off", `{${units},"dryRun":true`, "", ""],
    ["twice", `{${units},"dryRun":true,"dryRun":false}`, "", "dryRun"],
    ["twice, the other way", `{${units},"dryRun":false,"dryRun":true}`, "", "dryRun"],
    ["twice, once escaped", `{${units},"dryRun":true,"dry\\u0052un":false}`, "", "dryRun"],
    ["the units twice", `{${units},${units},"dryRun":true}`, "", "unitIds"],
    ["a prototype", `{${units},"__proto__":{"dryRun":true}}`, "", "__proto__"],
    ["a constructor", `{${units},"constructor":{"prototype":{"dryRun":true}}}`, "", "constructor"],
    ["two documents", `{${units},"dryRun":true}{${units}}`, "", ""],
    ["single quotes", `{${units},'dryRun':true}`, "", ""],
    ["a comment", `{${units},/* "dryRun":true */"reason":"x"}`, "", ""],
  ];
}

function raw(world: World, { params }: Setting, call: string, [, body, query, , type]: Attempt): Promise<Reply> {
  const path = `/v1/nodes/${params.nodeId}/reservations/${params.reservationId}/${call}${query}`;
  const headers = { "Content-Type": type ?? "application/json" };
  return world.platform.raw("POST", path, { ...(body !== undefined && { body }), headers });
}

test.describe("08: a misspelt dry run never becomes a real reclaim", () => {
  test("the case: 400 that names the field, and nothing ends", async ({ world }) => {
    const setting = await twoSold(world);
    const { node, params, vms } = setting;
    for (const attempt of attempts(node.unitIds)) {
      const [name, , , field, type] = attempt;
      const reply = await raw(world, setting, "reclaim", attempt);
      expect([name, reply.status], JSON.stringify(reply.body)).toEqual([name, type ? 415 : 400]);
      if (field) expect(JSON.stringify((reply.body as ErrorBody).details?.fields), name).toContain(field);
      await expectUntouched(world, setting, name);
    }
    const body = { unitIds: node.unitIds };
    const dry = await world.platform.ok("reclaimUnits", { params, body: { ...body, dryRun: true } });
    expect([...(dry.wouldTerminate ?? [])].sort()).toEqual([...vms].sort());
    expect(dry).toMatchObject({ wouldSkip: [], planToken: expect.any(String), releasedUnitIds: node.unitIds });
    expect(Object.keys(dry)).not.toContain("terminated");
    expect(Object.keys(dry)).not.toContain("skipped");
    await expectUntouched(world, setting, "the dry run itself");

    const real = await world.platform.ok("reclaimUnits", { params, body: { ...body, dryRun: false } });
    expect([...(real.terminated ?? [])].sort()).toEqual([...vms].sort());
    expect(real).toMatchObject({ skipped: [], releasedUnitIds: [] });
    for (const key of ["wouldTerminate", "wouldSkip", "planToken"]) expect(Object.keys(real)).not.toContain(key);

    const trail = (await auditOf(world, node.id)).filter((entry) => entry.action === "reservation.reclaim");
    expect(trail.filter((entry) => entry.outcome === "done")).toHaveLength(1);
    expect(new Set(trail.slice(1).map((entry) => entry.outcome))).toEqual(new Set(["refused"]));
  });

  test("the same tricks on release change nothing", async ({ world }) => {
    const node = await world.newNode(2);
    const [org, buyer] = [await world.newOrg("A"), await world.newOrg("B")];
    const reservation = await world.reserve(node, node.unitIds, [org]);
    const params = { nodeId: node.id, reservationId: reservation.id };
    for (const attempt of attempts(node.unitIds)) {
      const reply = await raw(world, { node, buyer, params, vms: [] }, "release", attempt);
      expect([attempt[0], reply.status], JSON.stringify(reply.body)).toEqual([attempt[0], attempt[4] ? 415 : 400]);
    }
    await world.platform.refused("releaseUnits", "invalid_request", {
      params,
      body: { unitIds: node.unitIds, dryRun: true },
    });
    expect(await world.platform.ok("getReservation", { params })).toEqual(reservation);
  });

  test("a plan that no longer holds is refused, and nothing ends", async ({ world }) => {
    const setting = await twoSold(world);
    const { node, buyer, params, vms } = setting;
    const [one, two] = node.unitIds as [string, string];
    const reclaim = (body: object) =>
      world.platform.send("reclaimUnits", { params, body: { unitIds: node.unitIds, ...body } });
    const dry = (await reclaim({ dryRun: true })).body as { planToken: string };
    for (const expectPlan of ["", "x", `${dry.planToken}x`, dry.planToken.slice(1), dry.planToken.toLowerCase()]) {
      const reply = await reclaim({ expectPlan });
      expect([expectPlan, reply.status]).toEqual([expectPlan, expectPlan === "" ? 400 : 409]);
    }
    const fewer = await reclaim({ unitIds: [one], expectPlan: dry.planToken });
    expect((fewer.body as ErrorBody).code).toBe("plan_changed");
    await expectUntouched(world, setting, "other plans");

    await buyer.api.ok("terminateVm", { params: { workloadId: vms[0]! }, body: {} });
    const next = await world.startVm(buyer, node, { tier: "spot" });
    const changed = await reclaim({ expectPlan: dry.planToken });
    expect([changed.status, (changed.body as ErrorBody).code]).toEqual([409, "plan_changed"]);
    expect((await world.units(node)).map((unit) => [unit.id, unit.state])).toEqual([
      [one, "claimed"],
      [two, "claimed"],
    ]);
    const again = (await reclaim({ dryRun: true })).body as { planToken: string; wouldTerminate: string[] };
    const real = (await reclaim({ expectPlan: again.planToken })).body as { terminated: string[] };
    expect(real.terminated).toEqual(again.wouldTerminate);
    expect([...real.terminated].sort()).toEqual([vms[1], next.id].sort());
  });

  test("every call that changes something refuses unknown fields and unknown query parameters", async ({ world }) => {
    const stage = await Stage.of(world);
    for (const id of Object.keys(operations) as OperationId[]) {
      const op: Operation = operations[id];
      const sent = await stage.call(id, "platform");
      const asQuery = await world.platform.refused(id, "invalid_request", { ...sent, query: { "mistyped-name": "1" } });
      expect(JSON.stringify(asQuery), id).toContain("mistyped-name");
      if (op.body) {
        const body = { ...(sent.body as object), mistypedName: true };
        const inBody = await world.platform.refused(id, "invalid_request", { ...sent, body });
        expect(JSON.stringify(inBody), id).toContain("mistypedName");
      }
      const reply = await world.platform.send(id, sent);
      expect([id, reply.status]).toEqual([id, op.answer.status]);
      stage.noteAnswer(reply.body);
      await stage.clear();
    }
  });
});
