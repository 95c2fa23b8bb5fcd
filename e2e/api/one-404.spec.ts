import type { Operation } from "@/server/contract/operation";
import { type OperationId, operations } from "@/server/contract/operations";
import type { Reply, Sent } from "../fixtures/api";
import { Stage } from "../fixtures/stage";
import { expect, test } from "../fixtures/world";

const HIDING = (Object.keys(operations) as OperationId[]).filter((id) => !operations[id].path.startsWith("/v1/orgs"));

/** Everything about an answer that a caller could tell apart. */
function shape({ status, headers, body }: Reply): object {
  const kept = [...headers].filter(([name]) => !["date", "x-request-id"].includes(name));
  return { status, headers: Object.fromEntries(kept), body };
}

/** The same request about things that don't exist. */
function nowhere(sent: Sent): Sent {
  const params = Object.fromEntries(Object.keys(sent.params ?? {}).map((name) => [name, `${name}_unknown`]));
  return { ...sent, ...(sent.params && { params }) };
}

const WRONG: [string, { body?: unknown; query?: Record<string, string> }][] = [
  ["well-formed", {}],
  ["with an unknown field", { body: { bogus: 1 } }],
  ["with a body of the wrong kind", { body: [] }],
  ["with an unknown parameter", { query: { bogus: "1" } }],
];

test.describe("no such thing, not visible and not permitted are one answer", () => {
  for (const id of HIDING) {
    const op: Operation = operations[id];
    if (op.permission === undefined) continue;
    const { permission } = op;
    const hidesByPath = op.path.includes("{");
    test(`${op.method} ${op.path}`, async ({ world }) => {
      const stage = await Stage.of(world);
      const { outsider, audience, cancelled } = stage.orgs;
      const lacking = [await stage.lacking("platform", permission), await stage.lacking("owner", permission)];
      const callers = [...lacking, ...(hidesByPath ? [outsider.api, audience.api, cancelled.api] : [])];
      const sent = await stage.call(id, "platform");
      const answers: [string, object][] = [];
      for (const [name, wrong] of WRONG) {
        if ("body" in wrong && !op.body) continue;
        for (const [index, caller] of callers.entries()) {
          answers.push([`${name}, caller ${index}`, shape(await caller.send(id, { ...sent, ...wrong }))]);
          if (hidesByPath)
            answers.push([`${name}, of nothing`, shape(await caller.send(id, nowhere({ ...sent, ...wrong })))]);
        }
        if (hidesByPath && name !== "well-formed") {
          answers.push([
            `${name}, by the platform`,
            shape(await world.platform.send(id, nowhere({ ...sent, ...wrong }))),
          ]);
        }
      }
      if (hidesByPath) answers.push(["by the platform", shape(await world.platform.send(id, nowhere(sent)))]);
      const [, first] = answers[0]!;
      expect(first).toMatchObject({ status: 404, body: { code: "not_found" } });
      for (const [name, answer] of answers) expect([name, answer]).toEqual([name, first]);
      // A known thing is told apart only by those who may see it.
      if (op.body && hidesByPath) {
        const malformed = await world.platform.send(id, { ...sent, body: { bogus: 1 } });
        expect(malformed.status).toBe(400);
      }
      await stage.clear();
    });
  }

  test("a body that can't be read tells a stranger nothing either", async ({ world }) => {
    const stage = await Stage.of(world);
    const { nodeId, reservationId } = await stage.reserve(stage.vm, 5, "active");
    const stranger = stage.orgs.outsider.api;
    const bodies: [string, string][] = [
      ["text/plain", "x"],
      ["application/json", "{"],
      ["application/json", ""],
      ["application/json", `"${"x".repeat(300_000)}"`],
      ["application/json", "\u0000"],
    ];
    for (const call of ["release", "reclaim", "cancel", "reaffirm"]) {
      for (const [type, body] of bodies) {
        const init = { body, headers: { "Content-Type": type } };
        const [real, none] = await Promise.all([
          stranger.raw("POST", `/v1/nodes/${nodeId}/reservations/${reservationId}/${call}`, init),
          stranger.raw("POST", `/v1/nodes/${nodeId}/reservations/res_none/${call}`, init),
        ]);
        expect(shape(real)).toEqual(shape(none));
        expect(real.status).toBe(404);
      }
    }
    const keyed = { body: "{}", headers: { "Content-Type": "application/json", "Idempotency-Key": "x".repeat(300) } };
    expect((await stranger.raw("POST", `/v1/nodes/${nodeId}/reservations/${reservationId}/cancel`, keyed)).status).toBe(
      404,
    );
    expect(
      (await world.platform.raw("POST", `/v1/nodes/${nodeId}/reservations/${reservationId}/cancel`, keyed)).status,
    ).toBe(400);
    await stage.clear();
  });

  test("a preview about a node is hidden like the node", async ({ world }) => {
    const stage = await Stage.of(world);
    const body = (await stage.call("previewInventory", "platform")).body as object;
    const about = (nodeId: string) => ({ body: { ...body, nodeId } });
    expect((await stage.orgs.owner.api.ok("previewInventory", about(stage.vm.id))).difference?.changed).toBe(false);
    const { outsider, active, audience } = stage.orgs;
    const none = shape(await outsider.api.send("previewInventory", about("node_none")));
    expect(none).toMatchObject({ status: 404 });
    for (const { api } of [outsider, active, audience]) {
      expect(shape(await api.send("previewInventory", about(stage.vm.id)))).toEqual(none);
    }
  });

  test("lists are empty for outsiders, and show each caller what it may see", async ({ world }) => {
    const stage = await Stage.set(world);
    const { owner, active, pending, review, expired, cancelled, audience, outsider } = stage.orgs;
    const nodes = [stage.vm.id, stage.pod.id].sort();
    const ids = async (api: typeof owner.api, id: "listNodes" | "listReservations", query = {}) =>
      (await api.all(id, { query })).map((each) => each.id);
    for (const org of [owner, active, pending, review]) expect((await ids(org.api, "listNodes")).sort()).toEqual(nodes);
    for (const org of [expired, cancelled, audience, outsider]) expect(await ids(org.api, "listNodes")).toEqual([]);
    for (const org of [expired, cancelled, audience, outsider])
      expect(await ids(org.api, "listReservations")).toEqual([]);
    expect(await ids(owner.api, "listReservations")).toHaveLength(10);
    for (const standing of ["active", "pending", "review"] as const) {
      const seen = await ids(stage.orgs[standing].api, "listReservations", { nodeId: stage.vm.id });
      expect(seen).toEqual([stage.standing[standing]]);
    }
    const granted = await audience.api.all("listReservations", { query: { role: "audience" } });
    expect(granted).toHaveLength(10);
    const { orgId } = await world.platform.ok("whoami");
    for (const each of granted) {
      expect([each.allowedOrgIds, each.managingOrgIds ?? []]).toEqual([[audience.id], []]);
      expect(JSON.stringify(each)).not.toContain(orgId);
    }
    for (const org of [owner, active, outsider])
      expect(await ids(org.api, "listReservations", { role: "audience" })).toEqual([]);
  });

  test("the audience can't find out who else is in it by asking for each", async ({ world }) => {
    const node = await world.newNode(1);
    const [one, two, manager] = [await world.newOrg("A"), await world.newOrg("B"), await world.newOrg("M")];
    const { orgId: platformId } = await world.platform.ok("whoami");
    const made = await world.reserve(node, node.unitIds, [one, two], { managingOrgIds: [manager.id] });
    const asked = async (org: { id: string }) => {
      const query = { role: "audience", orgId: org.id };
      return (await one.api.all("listReservations", { query })).map((each) => each.id);
    };
    expect(await asked(one)).toEqual([made.id]);
    for (const other of [two, manager, { id: platformId }, { id: "org_none" }]) expect(await asked(other)).toEqual([]);
  });
});
