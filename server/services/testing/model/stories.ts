import fc from "fast-check";
import { type Command, FIRST_MACHINE, type Machine, NO_UNIT, SLOTS } from "./commands";
import type { Tier } from "./facts";

/** Plain objects, which print as what one would write. */
const record = <T extends object>(fields: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<T> =>
  fc.record<T>(fields, { noNullPrototype: true }) as fc.Arbitrary<T>;

/** One of these, each as often as it says. */
const mostly = <T>(...ways: readonly (readonly [weight: number, it: fc.Arbitrary<T>])[]): fc.Arbitrary<T> =>
  fc.oneof(...ways.map(([weight, arbitrary]) => ({ weight, arbitrary })));
const maybe = <T>(it: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => mostly([1, fc.constant(undefined)], [1, it]);
const is = <const T>(value: T) => fc.constant(value);

const org = fc.nat(4);
/** Most calls are the operator's; the rest are for finding out how far others get. */
const by = mostly([5, is(0)], [4, org]);
const operator = mostly([15, is(0)], [1, org]);
const node = mostly([3, is(0)], [1, is(1)]);
const newest = mostly([3, is(0)], [3, fc.nat(2)], [1, fc.nat(6)]);
const unit = mostly([30, fc.nat(SLOTS - 1)], [1, is(NO_UNIT)]);
const units = fc.array(unit, { minLength: 1, maxLength: 3 });
const orgs = fc.uniqueArray(org, { maxLength: 2 });
const someOrgs = fc.uniqueArray(org, { minLength: 1, maxLength: 2 });
const length = fc.constantFrom(1, 1000, 2000, 3000, 5000);

/** Terms on a lattice of seconds, so that they touch and meet; a few are no terms. */
const term = mostly<{ startIn?: number | undefined; endIn?: number | undefined }>(
  [5, record({ startIn: is(undefined), endIn: maybe(length) })],
  [
    5,
    fc
      .tuple(fc.constantFrom(0, 1, 1000, 2000, 3000), maybe(length))
      .map(([startIn, long]) => ({ startIn, endIn: long && startIn + long })),
  ],
  [1, record({ startIn: fc.constantFrom(-1, -2000, -300_000, -300_001), endIn: maybe(length) })],
  [1, record({ startIn: maybe(fc.constantFrom(0, 1000)), endIn: fc.constantFrom(0, -1, 1000) })],
);

/** Any machine at all. */
const machine: fc.Arbitrary<Machine> = record({
  slots: fc.uniqueArray(record({ card: fc.nat(5), group: fc.nat(SLOTS - 1) }), {
    selector: (it) => it.card,
    minLength: 1,
    maxLength: SLOTS,
  }),
  shared: mostly([3, is<number[]>([])], [1, fc.nat(3).map((group) => [group])]),
  iommu: mostly([4, is(true)], [1, is(false)]),
  tellsUuids: mostly([2, is(true)], [1, is(false)]),
});

/** Changes that machines really go through come more often than any change at all. */
const reported: fc.Arbitrary<Machine> = mostly(
  [2, is(FIRST_MACHINE)],
  [
    2,
    fc
      .array(fc.nat(2), { minLength: 4, maxLength: 4 })
      .map((groups) => ({ ...FIRST_MACHINE, slots: groups.map((group, slot) => ({ card: slot, group })) })),
  ],
  [
    2,
    fc
      .shuffledSubarray([0, 1, 2, 3], { minLength: 2 })
      .map((cards) => ({ ...FIRST_MACHINE, slots: cards.map((card, slot) => ({ card, group: slot })) })),
  ],
  [3, machine],
);

const report = record({
  do: is("report"),
  by,
  node,
  machine: reported,
  as: mostly<"whole" | "nothing" | "partial" | "partialAccepted">(
    [9, is("whole")],
    [2, fc.constantFrom("nothing", "partial", "partialAccepted")],
  ),
  madeIn: mostly([3, is(undefined)], [1, fc.constantFrom(0, -1, -1000)]),
});

const create = fc
  .tuple(record({ do: is("create"), by: operator, node, units, allowed: someOrgs, managing: orgs }), term)
  .map(([what, when]) => ({ ...what, ...when }));

const change = record({
  do: is("change"),
  by: operator,
  res: newest,
  endIn: mostly<number | null | undefined>([1, is(undefined)], [1, is(null)], [4, length], [1, fc.constantFrom(0, -1)]),
  allowed: maybe(someOrgs),
  managing: maybe(orgs),
});

const place = record({
  do: is("place"),
  by: org,
  org: mostly([12, is(-1)], [1, org]),
  kind: mostly<"vm" | "pod">([7, is("vm")], [1, is("pod")]),
  tier: fc.constantFrom<Tier>("community", "verified", "spot", "spot", "spot"),
  model: mostly([6, is(0)], [1, is(1)]),
  gpus: fc.constantFrom(1, 1, 1, 1, 2, 2, 3, 4),
});

const status = mostly<"online" | "draining" | "maintenance" | "removed">(
  [4, is("online")],
  [2, fc.constantFrom("draining", "maintenance", "removed")],
);

export const command: fc.Arbitrary<Command> = mostly<Command>(
  [10, create],
  [3, record({ do: is("cancel"), by: operator, res: newest, units: maybe(units) })],
  [4, change],
  [10, record({ do: is("release"), by, res: newest, units })],
  [8, record({ do: is("reclaim"), by, res: newest, units, dryRun: fc.boolean() })],
  [4, record({ do: is("reclaimAsPreviewed"), by, preview: fc.nat(2) })],
  [14, place],
  [4, record({ do: is("terminate"), by: org, workload: fc.nat(5) })],
  [7, report],
  [7, record({ do: is("reaffirm"), by: operator, res: newest, units: maybe(units) })],
  [2, record({ do: is("setStatus"), by, node, status })],
  [
    1,
    record({
      do: is("setPool"),
      by: mostly([2, is(0)], [1, org]),
      node,
      pool: fc.constantFrom("community", "verified"),
    }),
  ],
  [4, record({ do: is("wait"), ms: fc.constantFrom(1, 500, 999, 1000, 1001, 3000) })],
  [
    5,
    record({
      do: is("waitFor"),
      res: newest,
      edge: fc.constantFrom("start", "end"),
      off: fc.constantFrom(-1, 0, 0, 1),
    }),
  ],
);

export const storyOf = (longest: number): fc.Arbitrary<Command[]> =>
  fc.array(command, { minLength: Math.ceil(longest / 3), maxLength: longest, size: "max" });
