import { describe, expect, it } from "vitest";
import { trailFilterSchema } from "@/server/contract/trail";
import { countFilters, NO_FILTERS, readTrailFilters, toTrailQuery, writeTrailFilters } from "./trail-filters";

const ALL = {
  text: "quarter end",
  actor: "Ada & co",
  action: ["reservation.release", "reservation.reclaim"],
  outcome: "refused" as const,
  node: "gpu-07",
  reservation: "C-2031",
  unitId: "0000:04:00.0",
  from: "2031-03-01T00:00:00.000Z",
  to: "2031-03-02T00:00:00.000Z",
};

describe("the filters of the trail", () => {
  it("come back from the address as they went in", () => {
    expect(readTrailFilters(new URLSearchParams(writeTrailFilters(ALL)))).toEqual(ALL);
    expect(readTrailFilters(new URLSearchParams(writeTrailFilters(NO_FILTERS)))).toEqual(NO_FILTERS);
    expect(writeTrailFilters(NO_FILTERS)).toBe("");
    expect(countFilters(ALL)).toBe(8);
    expect(countFilters({ ...NO_FILTERS, to: ALL.to })).toBe(1);
  });

  it("are what the calls take", () => {
    expect(trailFilterSchema.safeParse(toTrailQuery(ALL, "node_1")).success).toBe(true);
    expect(trailFilterSchema.safeParse(toTrailQuery(NO_FILTERS)).success).toBe(true);
  });

  it("leave out what an address has and nobody knows", () => {
    const params = new URLSearchParams("outcome=maybe&from=yesterday&to=2031-03-01T00:00:00&other=1&action=&text=x");
    expect(readTrailFilters(params)).toEqual({ ...NO_FILTERS, text: "x" });
  });

  it("take times with any offset", () => {
    const params = new URLSearchParams({ from: "2031-03-01T02:00:00+02:00" });
    expect(readTrailFilters(params).from).toBe("2031-03-01T00:00:00.000Z");
  });
});
