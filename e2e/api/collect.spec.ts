import { readFileSync } from "node:fs";
import { join } from "node:path";
import { collectFrom, devicesOf, type FakeDevice, nvidiaTools } from "@/server/inventory/testing/fake-machine";
import { caseText, emptyNode } from "../fixtures/import-page";
import { expect, test, type World } from "../fixtures/world";

const SCRIPT = join(import.meta.dirname, "..", "..", "public", "collect.sh");

/** A virtual machine as clouds have them: nothing that could be sold. */
const NO_GPU: FakeDevice[] = [
  { bdf: "0000:00:00.0", listing: "Host bridge [0600]: Intel Corporation Device [8086:0d57]" },
  { bdf: "0000:00:03.0", listing: "Ethernet controller [0200]: Red Hat, Inc. Virtio network [1af4:1041]" },
];

const send = (world: World, node: { id: string }, body: string) =>
  world.platform.raw("PUT", `/v1/nodes/${node.id}/inventory`, {
    body,
    headers: { "Content-Type": "application/json" },
  });

test("the collector is served as it is, and its output is the body of a report", async ({ world }) => {
  const served = await fetch(`${world.servers[0].url}/collect.sh`);
  expect(served.status).toBe(200);
  expect(await served.text()).toBe(readFileSync(SCRIPT, "utf8"));
  expect(served.headers.get("x-content-type-options")).toBe("nosniff");

  const node = await emptyNode(world);
  const devices = devicesOf(caseText("01-h100-paired-groups"));
  const body = collectFrom({ devices, tools: nvidiaTools() }, "--json");
  const first = await send(world, node, body);
  expect(first.body).toMatchObject({ changed: true, node: { topologyGen: 1 } });
  const { units } = first.body as { units: { id: string; sellableGpus: number }[] };
  expect(units.map(({ id, sellableGpus }) => `${id} ${sellableGpus}`)).toEqual([
    "0000:11:00.0 2",
    "0000:41:00.0 1",
    "0000:44:00.0 1",
    "0000:86:00.0 2",
    "0000:bb:00.0 1",
    "0000:be:00.0 1",
  ]);
  expect((await send(world, node, body)).body).toMatchObject({ changed: false, node: { topologyGen: 1 } });
});

test("a collector that detected nothing changes nothing", async ({ world }) => {
  const node = await world.newNode(2);
  for (const devices of [NO_GPU, []]) {
    for (const hasLspci of [true, false]) {
      const reply = await send(world, node, collectFrom({ devices, hasLspci }, "--json"));
      expect(reply.status).toBe(400);
      expect(reply.body).toMatchObject({ code: "invalid_request", details: { errors: [expect.any(String)] } });
    }
  }
  expect((await world.units(node)).map((unit) => unit.id)).toEqual(node.unitIds);
  expect(await world.platform.ok("getNode", { params: { nodeId: node.id } })).toMatchObject({ topologyGen: 1 });
});
