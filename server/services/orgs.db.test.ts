import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type House, openHouse } from "./testing/house";
import { call, refusal } from "./testing/world";

describe("orgs, section 7", () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse("orgs");
  });
  afterAll(() => house.close());

  const create = (name: string, slug?: string) => call(house.platform, "createOrg", { name, slug });

  it("get a slug made from their name, free or with a number", async () => {
    expect(await create("Ünïted GPUs, Inc.")).toMatchObject({
      name: "Ünïted GPUs, Inc.",
      slug: "united-gpus-inc",
      isPlatform: false,
      isProvider: false,
    });
    expect((await create("United GPUs Inc")).slug).toBe("united-gpus-inc-2");
    expect((await create("united  gpus  inc")).slug).toBe("united-gpus-inc-3");
    expect((await create("株式会社")).slug).toBe("org");
    const long = await create("x".repeat(200));
    expect(long.slug).toHaveLength(63);
    expect((await create("x".repeat(200))).slug).toHaveLength(59);
  });

  it("keep the slug they ask for, if it is free", async () => {
    expect((await create("Gamma", "gamma-1")).slug).toBe("gamma-1");
    const no = await refusal(house.platform, "createOrg", { name: "Other", slug: "gamma-1" });
    expect([no.code, no.message]).toEqual(["invalid_request", "slug: is taken by another org"]);
  });

  it("made at the same moment with one name get slugs of their own", async () => {
    const made = await Promise.all(Array.from({ length: 6 }, () => create("Twins")));
    expect(new Set(made.map((org) => org.slug)).size).toBe(6);
  });

  it("are providers once they own a node", async () => {
    const { id } = await create("Delta");
    await call(house.platform, "createNode", { orgId: id, hostname: "h" });
    expect((await call(house.platform, "getOrg", { orgId: id })).isProvider).toBe(true);
  });

  it("are listed whole to the operator, page by page, and to others only themselves", async () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await call(house.platform, "listOrgs", { limit: 4, cursor });
      seen.push(...page.items.map((org) => org.id));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(seen).toEqual([...new Set(seen)]);
    expect(seen).toEqual(expect.arrayContaining(Object.values(house.orgs).map((org) => org.id)));
    const own = await call(house.alpha, "listOrgs", { limit: 50 });
    expect(own).toEqual({ items: [await call(house.alpha, "getOrg", { orgId: house.orgs.alpha.id })] });
  });
});
