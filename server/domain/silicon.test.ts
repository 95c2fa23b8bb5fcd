import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ClaimFacts, ReservationFacts, Silicon, UnitFacts } from "./facts";
import { claimOn, holds, sameSilicon, sharesSilicon } from "./silicon";

/** Cards of a small machine: few addresses and UUIDs, so that they meet often; some UUIDs are not known. */
const silicon: fc.Arbitrary<Silicon> = fc
  .uniqueArray(fc.record({ bdf: fc.constantFrom("04", "05", "06", "07"), uuid: fc.constantFrom("", "A", "B", "C") }), {
    selector: (card) => card.bdf,
    maxLength: 3,
  })
  .map((cards) => ({ gpuBdfs: cards.map((card) => card.bdf), gpuUuids: cards.map((card) => card.uuid) }));

const cards = (it: Silicon) => it.gpuBdfs.map((bdf, index) => ({ bdf, uuid: it.gpuUuids[index] ?? "" }));

const unit = (id: string, it: Silicon): UnitFacts => ({
  ...it,
  id,
  allocClass: "vfio-group",
  sellable: true,
  notSellableReason: null,
  sellableGpus: it.gpuBdfs.length,
  gpuModelId: "h100",
  numa: null,
});

const reservation = (...units: [string, Silicon][]): ReservationFacts => ({
  id: "res_1",
  startsAt: new Date(0),
  endsAt: null,
  cancelledAt: null,
  topologyGen: 1,
  allowedOrgIds: ["alpha"],
  platformNamed: false,
  managingOrgIds: [],
  units: units.map(([unitId, it]) => ({ ...it, unitId, released: false, allocClass: "vfio-group" })),
});

const claim = (unitId: string, it: Silicon, workloadId = "vm_1"): ClaimFacts => ({
  ...it,
  unitId,
  workloadId,
  kind: "vm",
  organizationId: "alpha",
  tier: "spot",
  status: "running",
});

const of = (...pairs: [string, string][]): Silicon => ({
  gpuBdfs: pairs.map(([bdf]) => bdf),
  gpuUuids: pairs.map(([, uuid]) => uuid),
});

describe("silicon, section 6: the same address or UUID", () => {
  it("is shared where any card of one is a card of the other", () => {
    fc.assert(
      fc.property(silicon, silicon, (a, b) => {
        const slowly = cards(a).some((mine) =>
          cards(b).some((theirs) => mine.bdf === theirs.bdf || (mine.uuid !== "" && mine.uuid === theirs.uuid)),
        );
        expect(sharesSilicon(a, b)).toBe(slowly);
        expect(sharesSilicon(b, a)).toBe(slowly);
      }),
      { numRuns: 1000 },
    );
  });

  it("is the same where every address is, and no known UUID at one changed; in whatever order", () => {
    fc.assert(
      fc.property(silicon, silicon, (a, b) => {
        const addresses = (it: Silicon) => [...it.gpuBdfs].sort().join();
        const exchanged = cards(a).some((mine) =>
          cards(b).some((their) => mine.bdf === their.bdf && mine.uuid && their.uuid && mine.uuid !== their.uuid),
        );
        const slowly = addresses(a) === addresses(b) && !exchanged;
        expect(sameSilicon(a, b)).toBe(slowly);
        expect(sameSilicon(b, a)).toBe(slowly);
        expect(sameSilicon(a, a)).toBe(true);
        const turned = { gpuBdfs: [...a.gpuBdfs].reverse(), gpuUuids: [...a.gpuUuids].reverse() };
        expect(sameSilicon(a, turned)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it("unknown UUIDs match nothing, not even each other", () => {
    expect(sharesSilicon(of(["04", ""]), of(["05", ""]))).toBe(false);
    expect(sharesSilicon(of(["04", "A"]), of(["05", "A"]))).toBe(true);
    expect(sameSilicon(of(["04", "A"]), of(["04", ""]))).toBe(true);
    expect(sameSilicon(of(["04", "A"]), of(["04", "B"]))).toBe(false);
  });

  it("is not the same where a card of another model is in the slot, whether or not UUIDs are told", () => {
    const h100 = { ...of(["04", ""]), gpuIds: ["10de:2330"] };
    const a100 = { ...of(["04", ""]), gpuIds: ["10de:20b0"] };
    expect(sameSilicon(h100, a100)).toBe(false);
    expect(sameSilicon(h100, { ...h100 })).toBe(true);
    expect(sameSilicon(h100, of(["04", ""]))).toBe(true);
    expect(sameSilicon(h100, { ...h100, gpuIds: [""] })).toBe(true);
  });
});

describe("what a reservation holds", () => {
  it("is its units by name, also where their cards were exchanged", () => {
    expect(holds(reservation(["04", of(["04", "A"])]), unit("04", of(["04", "B"])))).toBe(true);
  });

  it("is a new unit that contains one of its GPUs: unit 27 that swallowed 28's", () => {
    const held = reservation(["0000:28:00.0", of(["0000:28:00.0", ""])]);
    const merged = unit("0000:27:00.0", of(["0000:27:00.0", ""], ["0000:28:00.0", ""]));
    expect(holds(held, merged)).toBe(true);
    expect(holds(held, unit("0000:27:00.0", of(["0000:27:00.0", ""])))).toBe(false);
  });

  it("is a unit at another address with the UUID of one of its GPUs", () => {
    expect(holds(reservation(["04", of(["04", "A"])]), unit("05", of(["05", "A"])))).toBe(true);
    expect(holds(reservation(["04", of(["04", "A"])]), unit("05", of(["05", "B"])))).toBe(false);
  });
});

describe("the claim on a unit", () => {
  it("is the one by name before one by a card held under another name", () => {
    const own = claim("04", of(["04", "A"]), "vm_own");
    const other = claim("05", of(["05", "A"]), "vm_other");
    const asked = unit("04", of(["04", "A"]));
    expect(claimOn(asked, [other, own])?.workloadId).toBe("vm_own");
    expect(claimOn(asked, [other])?.workloadId).toBe("vm_other");
    expect(claimOn(asked, [claim("05", of(["05", "B"]))])).toBeUndefined();
  });
});
