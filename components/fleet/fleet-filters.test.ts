import { describe, expect, it } from "vitest";
import { fleetHref, readFilters, STATUS_FILTERS, toQuery, writeFilters } from "./fleet-filters";

const at = (query: string) => readFilters(new URLSearchParams(query));

describe("the fleet's filters in the address", () => {
  it("come back as they were written", () => {
    for (const status of STATUS_FILTERS) {
      const query = writeFilters({
        ...at(""),
        status,
        state: "holdover",
        model: "10de-2330",
        search: "a b",
        review: true,
      });
      expect(writeFilters(at(query))).toBe(query);
    }
    expect(at("status=nonsense&state=nonsense&sort=nonsense")).toEqual(at(""));
  });

  it("ask for what a link promises", () => {
    expect(toQuery(at("status=not-online"))).toMatchObject({ status: ["draining", "maintenance"] });
    expect(toQuery(at("status=no-inventory"))).toMatchObject({ unreported: true });
    expect(toQuery(at("status=no-inventory"))).not.toHaveProperty("status");
    expect(fleetHref({})).toBe("/nodes");
    expect(fleetHref({ state: "spot", model: "10de-2330" })).toBe("/nodes?model=10de-2330&state=spot");
  });
});
