import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { createTestDatabase } from "@/db/testing/test-database";
import { startServer } from "../fixtures/server";
import { expect, test } from "../fixtures/world";

function run(
  script: string,
  args: string[],
  env: Record<string, string>,
): Promise<{ code: number | null; said: string }> {
  const child = spawn("npm", ["run", "--silent", script, "--", ...args], { env: { ...process.env, ...env } });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, said })));
}

test("a backup that is taken while servers work is restored into a fresh one, which then tells the same", async ({
  world,
}) => {
  test.setTimeout(120_000);
  const [org, buyer] = [await world.newOrg("Kept"), await world.newOrg("Buyer")];
  const node = await world.newNode(4);
  const made = await world.reserve(node, node.unitIds.slice(0, 2), [org], { reason: "to be kept" });
  const params = { nodeId: node.id, reservationId: made.id };
  await world.platform.ok("releaseUnits", { params, body: { unitIds: [node.unitIds[0]!] } });
  const vm = await world.startVm(buyer, node, { tier: "spot" });
  await world.platform.refused("createReservation", "reservation_overlap", {
    params: { nodeId: node.id },
    body: { unitIds: [node.unitIds[0]!], allowedOrgIds: [buyer.id] },
  });

  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "holdfast-backup-"));
  const file = path.join(folder, "all.gz");
  const target = await createTestDatabase("restored");
  const of = (url: string) => ({ DATABASE_URL: url });
  const taken = await run("backup", [file], of(world.database.url));
  expect(taken, taken.said).toMatchObject({ code: 0 });
  expect(fs.statSync(file).mode & 0o077, "for its owner alone").toBe(0);
  for (const [script, where, sentence] of [
    ["backup", file, /exists already/],
    ["backup", path.join(folder, "nowhere", "all.gz"), /^\S+ can't be written \(ENOENT\)\.\n$/],
    ["restore", file, /is in use/],
  ] as const) {
    const { code, said } = await run(script, [where], of(world.database.url));
    expect(said).toMatch(sentence);
    expect(code).toBe(1);
  }
  const restored = await run("restore", [file], of(target.url));
  expect(restored, restored.said).toMatchObject({ code: 0 });

  const server = await startServer(target.appUrl);
  try {
    const [then, now] = [world.platform, world.platform.at(server.url)];
    expect(await now.ok("getReservation", { params })).toEqual(await then.ok("getReservation", { params }));
    for (const each of ["listUnits", "listNodeAudit", "getNode", "listNodeReservations"] as const) {
      const nodeParams = { params: { nodeId: node.id } };
      expect(await now.ok(each, nodeParams), each).toEqual(await then.ok(each, nodeParams));
    }
    const keys = { params: { orgId: org.id } };
    expect(await now.ok("listApiKeys", keys)).toEqual(await then.ok("listApiKeys", keys));
    const theirs = buyer.api.at(server.url);
    expect(await theirs.ok("getVm", { params: { workloadId: vm.id } })).toMatchObject({ status: "running" });

    const reclaimed = await now.ok("reclaimUnits", { params, body: { unitIds: [node.unitIds[0]!] } });
    expect(reclaimed).toMatchObject({ terminated: [vm.id], releasedUnitIds: [] });
    const trail = await now.all("listNodeAudit", { params: { nodeId: node.id } });
    expect(trail[0], "the trail goes on").toMatchObject({ action: "reservation.reclaim", outcome: "done" });
    expect(await buyer.api.ok("getVm", { params: { workloadId: vm.id } })).toMatchObject({ status: "running" });
  } finally {
    await server.stop();
    await target.drop();
    fs.rmSync(folder, { recursive: true, force: true });
  }
});
