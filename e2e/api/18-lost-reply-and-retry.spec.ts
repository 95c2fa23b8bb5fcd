import type { ErrorBody, Reply } from "../fixtures/api";
import { auditOf, expectSound, query } from "../fixtures/database";
import { sendAndLose } from "../fixtures/socket";
import { fromNow, HOUR } from "../fixtures/time";
import { expect, type TestNode, type TestOrg, test, type World } from "../fixtures/world";

interface Setting {
  node: TestNode;
  org: TestOrg;
  path: string;
}

async function setting(world: World, units = 8): Promise<Setting> {
  const node = await world.newNode(units);
  return { node, org: await world.newOrg("A"), path: `/v1/nodes/${node.id}/reservations` };
}

const JSON_HEADER = "Content-Type: application/json";

const create = ({ world, node, org }: Setting & { world: World }, units: number[], key?: string, more: object = {}) =>
  world.platform.send("createReservation", {
    params: { nodeId: node.id },
    body: { unitIds: units.map((unit) => node.unitIds[unit]), allowedOrgIds: [org.id], ...more },
    ...(key !== undefined && { headers: { "Idempotency-Key": key } }),
  });

const replayed = (reply: Reply): string | null => reply.headers.get("idempotent-replayed");
const idOf = (reply: Reply): string => (reply.body as { id: string }).id;
const list = (world: World, { node }: Setting) =>
  world.platform.all("listNodeReservations", { params: { nodeId: node.id } });

test.describe("18: the reply is lost and the client sends again", () => {
  test("without a key the second answer leads to what the first call made", async ({ world }) => {
    const place = await setting(world);
    const { node, org, path } = place;
    const body = JSON.stringify({ unitIds: node.unitIds.slice(0, 2), allowedOrgIds: [org.id] });
    for (const when of ["written", "answered"] as const) {
      await sendAndLose(
        world.servers[0].url,
        { method: "POST", path, key: world.platform.key, headers: [JSON_HEADER], body },
        when,
      );
      await expect
        .poll(async () => (await list(world, place)).filter((each) => each.status === "active").length)
        .toBe(1);
      const [made] = await list(world, place);
      const again = await create({ ...place, world }, [0, 1]);
      expect(again.status).toBe(409);
      const units = (again.body as ErrorBody).details?.units as { reservationId: string }[];
      expect(units.map((unit) => unit.reservationId)).toEqual([made?.id, made?.id]);
      await world.platform.ok("cancelReservation", { params: { nodeId: node.id, reservationId: made!.id }, body: {} });
    }
  });

  test("with a key the first answer comes again, from either process", async ({ world }) => {
    const place = await setting(world);
    const { node, org, path } = place;
    const body = JSON.stringify({ unitIds: node.unitIds.slice(0, 2), allowedOrgIds: [org.id] });
    const headers = [JSON_HEADER, "Idempotency-Key: lost"];
    await sendAndLose(
      world.servers[0].url,
      { method: "POST", path, key: world.platform.key, headers, body },
      "answered",
    );
    const [made] = await list(world, place);
    const retry = await create({ ...place, world }, [0, 1], "lost");
    expect([retry.status, replayed(retry), retry.body]).toEqual([201, "true", made]);
    const elsewhere = await create(
      { ...place, world: { platform: world.elsewhere(world.platform) } as World },
      [0, 1],
      "lost",
    );
    expect([elsewhere.status, replayed(elsewhere), elsewhere.body]).toEqual([201, "true", made]);
    // Spelled in another order it is the same body.
    const reordered = await world.platform.raw("POST", path, {
      body: ` {"allowedOrgIds": ["${org.id}"], "unitIds" : ${JSON.stringify(node.unitIds.slice(0, 2))}} `,
      headers: { "Content-Type": "application/json; charset=utf-8", "idempotency-key": "lost" },
    });
    expect([reordered.status, replayed(reordered), idOf(reordered)]).toEqual([201, "true", made?.id]);
    // It is the first answer, not the present state.
    await world.platform.ok("cancelReservation", { params: { nodeId: node.id, reservationId: made!.id }, body: {} });
    expect((await create({ ...place, world }, [0, 1], "lost")).body).toEqual(made);
    expect(await list(world, place)).toHaveLength(1);
    expect((await auditOf(world, node.id)).filter((entry) => entry.action === "reservation.create")).toHaveLength(1);
  });

  test("a key with another body, another path or another call is 422", async ({ world }) => {
    const place = await setting(world);
    const { node, org } = place;
    const made = await create({ ...place, world }, [2], "k2");
    expect([made.status, replayed(made)]).toEqual([201, null]);
    expect((await create({ ...place, world }, [3], "k2")).status).toBe(422);
    expect((await create({ ...place, world }, [2], "k2", { reason: "x" })).status).toBe(422);
    const other = await world.newNode(8);
    expect((await create({ ...place, world, node: other }, [2], "k2")).status).toBe(422);
    const params = { nodeId: node.id, reservationId: idOf(made) };
    const cancelled = await world.platform.send("cancelReservation", {
      params,
      body: {},
      headers: { "Idempotency-Key": "k2" },
    });
    expect([cancelled.status, (cancelled.body as ErrorBody).code]).toEqual([422, "idempotency_mismatch"]);
    expect((await list(world, place)).map((each) => each.status)).toEqual(["active"]);
    expect(await world.platform.all("listNodeReservations", { params: { nodeId: other.id } })).toEqual([]);
    expect((await world.reserve(node, [node.unitIds[3]!], [org])).status).toBe("active");
  });

  test("of two at the same moment one acts, and both get its answer", async ({ world }) => {
    const place = await setting(world);
    for (let round = 0; round < 8; round += 1) {
      const replies = await Promise.all(
        Array.from({ length: 6 }, (_, index) => {
          const platform = index % 2 ? world.platform : world.elsewhere(world.platform);
          return create({ ...place, world: { platform } as World }, [round], `k3-${round}`);
        }),
      );
      expect(replies.map((reply) => reply.status)).toEqual(Array(6).fill(201));
      expect(new Set(replies.map(idOf)).size).toBe(1);
      expect(replies.filter((reply) => replayed(reply) === null)).toHaveLength(1);
    }
    expect(await list(world, place)).toHaveLength(8);
    await expectSound(world, place.node.id);
  });

  test("keys are each caller's own", async ({ world }) => {
    const place = await setting(world);
    const { node } = place;
    const { orgId } = await world.platform.ok("whoami");
    const second = (await world.newKey(orgId)).api;
    const first = await create({ ...place, world }, [0], "k5");
    const independent = await create({ ...place, world: { platform: second } as World }, [1], "k5");
    expect([independent.status, replayed(independent)]).toEqual([201, null]);
    expect(idOf(independent)).not.toBe(idOf(first));
    const stranger = await world.newOrg("B");
    const hidden = await create({ ...place, world: { platform: stranger.api } as World }, [0], "k5");
    expect(hidden.status).toBe(404);
    // What may not be done any more is not answered from memory either.
    const third = await world.newKey(orgId);
    expect((await create({ ...place, world: { platform: third.api } as World }, [2], "k5")).status).toBe(201);
    await query(world, "update api_keys set permissions = '{reservation.read}' where id = $1", [third.id]);
    expect((await create({ ...place, world: { platform: third.api } as World }, [2], "k5")).status).toBe(404);
    // A key used before comes after the question whether the call may be made at all (contract, section 3).
    const own = { orgId: stranger.id };
    const headers = { "Idempotency-Key": "k5" };
    const body = { name: "k5", permissions: ["vm.read"] };
    expect((await stranger.api.send("createApiKey", { params: own, body, headers })).status).toBe(201);
    expect(
      (await stranger.api.send("createApiKey", { params: own, body: { ...body, name: "x" }, headers })).status,
    ).toBe(422);
    expect((await stranger.api.send("createApiKey", { params: { orgId }, body, headers })).status).toBe(403);
    expect((await create({ ...place, world: { platform: stranger.api } as World }, [0], "k5")).status).toBe(404);
    expect((await world.units(node)).filter((unit) => unit.reservationId)).toHaveLength(3);
  });

  test("refusals are not kept", async ({ world }) => {
    const place = await setting(world);
    const { node, org } = place;
    const standing = await world.reserve(node, [node.unitIds[0]!], [org]);
    expect((await create({ ...place, world }, [0], "k6")).status).toBe(409);
    await world.platform.ok("cancelReservation", { params: { nodeId: node.id, reservationId: standing.id }, body: {} });
    const now = await create({ ...place, world }, [0], "k6");
    expect([now.status, replayed(now)]).toEqual([201, null]);

    expect((await create({ ...place, world }, [1], "k7", { startsAt: "nonsense" })).status).toBe(400);
    const corrected = await create({ ...place, world }, [1], "k7", { endsAt: fromNow(HOUR) });
    expect([corrected.status, replayed(corrected)]).toEqual([201, null]);
    const kept = await query(world, "select key from idempotent_answers where key in ('k6', 'k7') and status is null");
    expect(kept).toEqual([]);
  });

  test("release and reclaim whose replies were lost are reported once", async ({ world }) => {
    const place = await setting(world, 2);
    const { node, org, path } = place;
    const buyer = await world.newOrg("B");
    const { id } = await world.reserve(node, node.unitIds, [org]);
    const params = { nodeId: node.id, reservationId: id };
    const body = JSON.stringify({ unitIds: node.unitIds });
    const lose = (call: string, key?: string) =>
      sendAndLose(
        world.servers[1].url,
        {
          method: "POST",
          path: `${path}/${id}/${call}`,
          key: world.platform.key,
          headers: [JSON_HEADER, ...(key ? [`Idempotency-Key: ${key}`] : [])],
          body,
        },
        "answered",
      );
    const again = (call: "releaseUnits" | "reclaimUnits", key?: string) =>
      world.platform.send(call, {
        params,
        body: { unitIds: node.unitIds },
        ...(key && { headers: { "Idempotency-Key": key } }),
      });
    await lose("release");
    expect((await again("releaseUnits")).body).toMatchObject({ releasedUnitIds: node.unitIds });
    const sold = [
      await world.startVm(buyer, node, { tier: "spot" }),
      await world.startVm(buyer, node, { tier: "spot" }),
    ];
    await lose("reclaim");
    expect((await world.askVm(buyer, node, { tier: "spot" })).status).toBe(409);
    expect((await again("reclaimUnits")).body).toMatchObject({ terminated: [], skipped: [] });
    for (const vm of sold) {
      expect(await buyer.api.ok("getVm", { params: { workloadId: vm.id } })).toMatchObject({ status: "terminated" });
    }

    await again("releaseUnits");
    const before = await world.startVm(buyer, node, { tier: "spot" });
    await lose("reclaim", "take-back");
    const other = (await world.newKey((await world.platform.ok("whoami")).orgId)).api;
    await other.ok("releaseUnits", { params, body: { unitIds: node.unitIds } });
    const after = await world.startVm(buyer, node, { tier: "spot" });
    const retry = await again("reclaimUnits", "take-back");
    expect([retry.status, replayed(retry)]).toEqual([200, "true"]);
    expect(retry.body).toMatchObject({ terminated: [before.id], skipped: [] });
    expect((await buyer.api.ok("getVm", { params: { workloadId: after.id } })).status).toBe("running");
    expect((await world.units(node)).map((unit) => unit.released)).toEqual([true, true]);
    expect((await again("reclaimUnits")).body).toMatchObject({ terminated: [after.id] });
    const done = (await auditOf(world, node.id)).filter((entry) => entry.outcome === "done");
    expect(done.map((entry) => entry.action)).toEqual(expect.arrayContaining(Array(3).fill("reservation.reclaim")));
    expect(done.filter((entry) => entry.action === "reservation.reclaim")).toHaveLength(3);
  });

  test("VMs, orgs and keys are made once, and a secret comes again only to its caller", async ({ world }) => {
    const { node, org } = await setting(world);
    const headers = { "Idempotency-Key": "once" };
    const vm = { params: { orgId: org.id }, body: { name: "x", gpuModelId: node.modelId, gpuCount: 1 }, headers };
    const [first, second] = [await org.api.send("createVm", vm), await org.api.send("createVm", vm)];
    expect([second.status, replayed(second), second.body]).toEqual([201, "true", first.body]);
    expect(await org.api.all("listVms", { params: { orgId: org.id } })).toHaveLength(1);

    const made = { body: { name: "Once" }, headers };
    const [one, two] = [await world.platform.send("createOrg", made), await world.platform.send("createOrg", made)];
    expect([two.status, replayed(two), two.body]).toEqual([201, "true", one.body]);

    const key = {
      params: { orgId: org.id },
      body: { name: "k", permissions: ["vm.read"] },
      headers: { "Idempotency-Key": "key" },
    };
    const [shown, again] = [await org.api.send("createApiKey", key), await org.api.send("createApiKey", key)];
    expect([again.status, replayed(again), again.body]).toEqual([201, "true", shown.body]);
    const secret = (shown.body as { key: string }).key;
    const rows = await query(world, "select encode(answer, 'escape') as answer, key from idempotent_answers");
    expect(JSON.stringify(rows)).not.toContain(secret.slice(3));
    expect(await org.api.ok("listApiKeys", { params: { orgId: org.id } })).toHaveLength(2);
  });

  test("after 24 hours a key is new again", async ({ world }) => {
    const place = await setting(world);
    const age = (interval: string) =>
      query(world, `update idempotent_answers set created_at = now() - interval '${interval}' where key = 'old'`);
    const first = await create({ ...place, world }, [0], "old");
    await age("23 hours 59 minutes");
    expect(replayed(await create({ ...place, world }, [0], "old"))).toBe("true");
    await age("24 hours 1 second");
    expect((await create({ ...place, world }, [0], "old")).status).toBe(409);
    const next = await create({ ...place, world }, [1], "old");
    expect([next.status, replayed(next)]).toEqual([201, null]);
    expect(idOf(next)).not.toBe(idOf(first));
    expect((await create({ ...place, world }, [0], "old")).status).toBe(422);
  });

  test("a key is 1 to 255 printable ASCII characters, sent once, and counts on POST alone", async ({ world }) => {
    const place = await setting(world);
    const { node, org, path } = place;
    for (const key of ["", "x".repeat(256), "x".repeat(10_000), "caf\u00e9", "a\tb", "\u00a0"]) {
      const reply = await create({ ...place, world }, [0], key);
      expect([key.length, reply.status]).toEqual([key.length, 400]);
      expect(JSON.stringify(reply.body)).toContain("Idempotency-Key");
    }
    expect(await list(world, place)).toEqual([]);
    for (const [index, key] of ["x", "x".repeat(255), "a b", `'"\\;--`, "{}[]<>%00"].entries()) {
      const first = await create({ ...place, world }, [index], key);
      expect([key, first.status]).toEqual([key, 201]);
      expect(replayed(await create({ ...place, world }, [index], key))).toBe("true");
    }
    const one = { nodeId: node.id, reservationId: (await list(world, place))[0]!.id };
    const headers = { "Idempotency-Key": "patch" };
    for (const reason of ["first", "second"]) {
      const changed = await world.platform.send("changeReservation", { params: one, body: { reason }, headers });
      expect([changed.status, replayed(changed)]).toEqual([200, null]);
    }
    const read = await world.platform.raw("GET", path, { headers: { "Idempotency-Key": "x".repeat(300) } });
    expect(read.status).toBe(200);
    expect((await world.reserve(node, [node.unitIds[7]!], [org])).status).toBe("active");
  });
});
