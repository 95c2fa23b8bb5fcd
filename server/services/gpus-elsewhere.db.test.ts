import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { previewImport } from "./console/preview-import";
import type { Context } from "./shared/context";
import { type House, openHouse, U } from "./testing/house";
import { reportOf, type Told } from "./testing/reports";
import { call } from "./testing/world";

const cards = (...told: Told[]) => reportOf(told.map((card) => [card]));
const ONE = cards({ bdf: U[0], uuid: "GPU-one" });

describe("GPUs that another node has in its inventory", () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse("elsewhere");
  });
  afterAll(() => house.close());

  const newNode = async (owner: "provider" | "beta", hostname: string): Promise<string> =>
    (await call(house.platform, "createNode", { orgId: house.orgs[owner].id, hostname })).id;
  /** Other warnings are of what the reports of these tests leave out. */
  const elsewhere = ({ warnings }: { warnings: string[] }) => warnings.filter((each) => each.includes("inventory of"));
  const put = (caller: Context, nodeId: string, inventory: ReturnType<typeof cards>) =>
    call(caller, "putInventory", { nodeId, inventory });

  it("are named with their node at the preview and when they are stored, once, and refuse nothing", async () => {
    const [first, second] = [await newNode("provider", "first"), await newNode("provider", "second")];
    expect(elsewhere(await put(house.provider, first, ONE))).toEqual([]);
    const both = cards({ bdf: U[1], uuid: "GPU-one" }, { bdf: U[0], uuid: "GPU-two" });
    const said = [expect.stringContaining(`1 GPU of it is in the inventory of node first (${first}) too: ${U[1]}.`)];
    const asked = { nodeId: second, inventory: both };
    const preview = await call(house.provider, "previewInventory", asked);
    expect([preview.accept, elsewhere(preview)]).toEqual(["yes", said]);
    expect(elsewhere(await call(house.provider, "previewInventory", { inventory: both }))).toEqual([]);
    const shown = await previewImport(house.provider, { nodeId: second, text: JSON.stringify(both) });
    expect(elsewhere({ warnings: shown.warnings.map((each) => each.message) })).toEqual(said);
    const stored = await put(house.provider, second, both);
    expect([stored.changed, elsewhere(stored)]).toEqual([true, said]);
    expect(elsewhere(await put(house.provider, second, both))).toEqual([]);
  });

  it("are not told to an owner whose node it isn't, nor of nodes that were removed or lost them", async () => {
    const report = cards({ bdf: U[0], uuid: "GPU-secret" });
    const theirs = await newNode("beta", "theirs");
    const ours = await newNode("provider", "ours");
    await put(house.beta, theirs, report);
    const warningsFor = async (caller: Context) =>
      elsewhere(await call(caller, "previewInventory", { nodeId: ours, inventory: report }));
    expect(await warningsFor(house.provider)).toEqual([]);
    expect(await warningsFor(house.platform)).toHaveLength(1);
    await put(house.beta, theirs, cards({ bdf: U[0], uuid: "GPU-other" }));
    expect(await warningsFor(house.platform)).toEqual([]);
    await put(house.beta, theirs, report);
    await call(house.beta, "updateNode", { nodeId: theirs, status: "removed" });
    expect(await warningsFor(house.platform)).toEqual([]);
  });
});
