import { describe, expect, test } from "vitest";
import type { UnitView } from "@/server/contract/console";
import type { TimelineView } from "@/server/contract/timeline";
import { lanesOf, movedBy, type Place, runState, spanOfRun } from "./lanes";

const day = (n: number) => `2031-03-0${n}T00:00:00.000Z`;
const org = { id: "o", name: "Org" };
const hold = (id: string, unitId: string, from: number, to?: number) => ({
  id,
  unitId,
  reservationId: `r${id}`,
  status: "active" as const,
  audience: [org],
  from: day(from),
  ...(to !== undefined && { to: day(to) }),
  released: [],
});
const run = (id: string, unitId: string, from: number, to: number) => ({
  id,
  unitId,
  workloadId: id,
  name: id,
  kind: "vm" as const,
  tier: "spot" as const,
  org,
  from: day(from),
  to: day(to),
});
const units = ["a", "b", "c"].map((id) => ({ id }) as UnitView);
const view: TimelineView = {
  holds: [
    hold("2", "a", 4, 5),
    hold("1", "a", 1, 2),
    { ...hold("3", "b", 5), status: "needs-review" },
    { ...hold("4", "gone", 1, 2), status: "expired" as never },
  ],
  runs: [run("inside", "a", 1, 2), run("bare", "a", 3, 4)],
  isCut: false,
};
const NOW = Date.parse(day(6));
const lanes = lanesOf(units, view, NOW);

describe("lanes", () => {
  test("hold bars and workloads outside of them by start; gone units last", () => {
    expect(lanes.map((lane) => [lane.unitId, ...lane.bars.map((bar) => bar.id)])).toEqual([
      ["a", "hold 1", "run bare", "hold 2"],
      ["b", "hold 3"],
      ["c"],
      ["gone", "hold 4"],
    ]);
    expect(lanes[0]?.runs).toHaveLength(2);
  });

  test("a workload looks like what it was on its unit, and one that runs has run until now", () => {
    const [lane] = lanes;
    if (!lane) throw new Error("no lane");
    const at = { ...run("x", "a", 1, 2), tier: "community" as const };
    expect(runState(run("x", "a", 1, 2), lane, NOW)).toBe("spot");
    expect(runState(at, lane, NOW)).toBe("audience");
    expect(runState({ ...at, org: { id: "other", name: "Other" } }, lane, NOW)).toBe("holdover");
    expect(runState({ ...at, from: day(2), to: day(3) }, lane, NOW)).toBe("in-use");
    const { to: _, ...running } = at;
    expect(spanOfRun(running, NOW).to).toBe(NOW);
  });

  test("only what is live is in the way of a new reservation", () => {
    expect(lanes.map((lane) => lane.busy.length)).toEqual([2, 1, 0, 0]);
    expect(lanes[1]?.busy[0]?.to).toBe(Number.POSITIVE_INFINITY);
  });
});

describe("keys", () => {
  const span = { from: Date.parse(day(1)), to: Date.parse(day(8)) };
  const walk = (start: Place, ...keys: string[]) =>
    keys.reduce<Place>((place, key) => movedBy(key, place, lanes, span) ?? place, start);
  const unit = (unitId: string): Place => ({ unitId, barId: undefined });

  test("go along a lane and stop at its ends", () => {
    expect(walk(unit("a"), "ArrowRight")).toEqual({ unitId: "a", barId: "hold 1" });
    expect(walk(unit("a"), "End")).toEqual({ unitId: "a", barId: "hold 2" });
    expect(walk(unit("a"), "End", "ArrowRight")).toEqual({ unitId: "a", barId: "hold 2" });
    expect(walk(unit("a"), "ArrowRight", "ArrowLeft", "ArrowLeft")).toEqual(unit("a"));
    expect(walk(unit("a"), "End", "Home")).toEqual(unit("a"));
  });

  test("go from lane to lane, to the nearest bar in time", () => {
    expect(walk(unit("a"), "ArrowDown", "ArrowDown")).toEqual(unit("c"));
    expect(walk(unit("a"), "ArrowUp")).toEqual(unit("a"));
    expect(walk({ unitId: "b", barId: "hold 3" }, "ArrowUp")).toEqual({ unitId: "a", barId: "hold 2" });
    expect(walk({ unitId: "b", barId: "hold 3" }, "ArrowDown")).toEqual(unit("c"));
    expect(walk({ unitId: "gone", barId: "hold 4" }, "ArrowDown")).toEqual({ unitId: "gone", barId: "hold 4" });
  });

  test("any other key is nobody's", () => {
    expect(movedBy("x", unit("a"), lanes, span)).toBeUndefined();
  });
});
