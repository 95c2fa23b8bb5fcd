import fc from "fast-check";
import { expect, test } from "vitest";
import { RESERVATION_STATUSES } from "@/server/domain/status";
import { ENDINGS, exportHref, type ListFilters, readFilters, toQuery, writeFilters } from "./list-filters";

const read = (query: string) => readFilters(new URLSearchParams(query));
const word = fc.option(fc.string({ minLength: 1, maxLength: 12 }), { nil: undefined });

const filters: fc.Arbitrary<ListFilters> = fc.record({
  status: fc.subarray([...RESERVATION_STATUSES]),
  nodeId: word,
  orgId: word,
  contract: fc.string({ maxLength: 12 }),
  ending: fc.constantFrom(undefined, ...ENDINGS),
  sort: fc.constantFrom("created", "-created", "start", "-start", "end", "-end"),
  view: fc.constant("timeline" as const),
  days: fc.double({ min: 0.25, max: 400, noNaN: true }),
  from: fc.option(fc.integer({ min: 0, max: Date.UTC(2040, 0, 1) }), { nil: undefined }),
});

test("what was written to the address is read from it", () => {
  fc.assert(
    fc.property(filters, (all) => {
      expect(read(writeFilters(all))).toEqual(all);
    }),
  );
});

test("an address without anything is the newest first, and stays empty", () => {
  expect(writeFilters(read(""))).toBe("");
  expect(toQuery(read(""))).toEqual({ sort: "-created" });
});

test("what the address doesn't know is left out", () => {
  expect(read("status=active&status=lost&ending=1y&sort=size&view=map&days=-3&from=then&x=1")).toEqual({
    ...read(""),
    status: ["active"],
  });
});

test("the list's own view and the timeline's place are no filters of the export", () => {
  expect(exportHref(read("status=active&status=pending&view=timeline&days=7&contract=%20a"))).toBe(
    "/api/reservations/export?status=pending&status=active&contract=a",
  );
  expect(exportHref(read("view=timeline"))).toBe("/api/reservations/export");
});
