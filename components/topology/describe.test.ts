import { describe, expect, it } from "vitest";
import { accessibleName, audienceText, missingUnits, selectionText, shortModel, shortTerm } from "./describe";
import { ACME, holder, NOW, PLATFORM, QUARRY, reservation, slot, unit, view } from "./testing/views";

const RESERVED = { reservationId: "res_1" };

describe("accessibleName", () => {
  const nameOf = (given: ReturnType<typeof unit>, marks = {}) =>
    accessibleName(given, view([given], { reservations: [reservation()] }), marks, PLATFORM.id);

  it("says addresses, model, state, holder, term and that it is selected", () => {
    const sold = unit(["11", "12"], {
      ...RESERVED,
      state: "spot",
      released: true,
      holder: holder(QUARRY, "spot", [slot("11")]),
    });
    expect(nameOf(sold, { selected: true })).toBe(
      "Unit 0000:11:00.0 and 0000:12:00.0, 2 GPUs, H100 SXM5 80GB, sold at spot to Quarry, vm quarry-1, " +
        "reserved for Acme until 28 Feb 2027 07:53 UTC, selected",
    );
  });

  it("says the tier of everyone who isn't at spot, and who is ending", () => {
    const ending = { ...holder(QUARRY, "community", []), status: "terminating" as const };
    expect(nameOf(unit("11", { state: "in-use", holder: ending }))).toBe(
      "Unit 0000:11:00.0, 1 GPU, H100 SXM5 80GB, in use by Quarry, vm quarry-1, tier community, terminating",
    );
  });

  it("says why a unit can't be sold, once", () => {
    const reason = "IOMMU group 17 also holds a network controller.";
    const broken = unit("11", { state: "not-sellable", sellable: false, notSellableReason: reason });
    expect(nameOf(broken, { blocked: `It can't be sold: ${reason}` })).toBe(
      "Unit 0000:11:00.0, 1 GPU, H100 SXM5 80GB, not sellable: IOMMU group 17 also holds a network controller, can't be selected",
    );
    expect(nameOf(unit("11"), { blocked: "Reserved by another.", changed: true })).toMatch(
      /free, changed just now, can't be selected: Reserved by another$/,
    );
  });

  it("says that a reservation holds it even where the caller may not read it", () => {
    const held = unit("11", { state: "reserved", reservationId: "res_other" });
    expect(accessibleName(held, view([held]))).toMatch(/reserved, idle, reserved$/);
  });
});

describe("reservations in words", () => {
  it("leave out the operator, unless it is the only one", () => {
    expect(audienceText(reservation(), PLATFORM.id)).toBe("Acme");
    expect(audienceText(reservation({ audience: [PLATFORM] }), PLATFORM.id)).toBe("Platform");
    expect(audienceText(reservation({ audience: [ACME, QUARRY, PLATFORM] }))).toBe("Acme, Quarry and Platform");
  });

  it("say what counts of the term", () => {
    expect(shortTerm(reservation({ endsAt: "2027-02-28T23:30:00.000Z" }), NOW, "Asia/Tokyo")).toBe("until 1 Mar 2027");
    expect(shortTerm(reservation(), NOW, "UTC")).toBe("until 28 Feb 2027");
    expect(shortTerm(reservation({ endsAt: undefined }), NOW, "UTC")).toBe("open-ended");
    expect(shortTerm(reservation({ startsAt: "2026-12-05T00:00:00.000Z" }), NOW, "UTC")).toBe("from 5 Dec 2026");
  });
});

describe("small texts", () => {
  it("drop the vendor from the model", () => {
    expect(shortModel({ gpuModelId: "10de-2335", gpuModelName: "NVIDIA H200" })).toBe("H200");
    expect(shortModel({ gpuModelId: "10de-2901", gpuModelName: "" })).toBe("10de-2901");
  });

  it("count units and GPUs of a selection", () => {
    const units = [unit(["11", "12"]), unit("41")];
    expect(selectionText(units, new Set(units.map(({ id }) => id)))).toBe("2 units selected, 3 GPUs");
    expect(selectionText(units, new Set())).toBe("Nothing selected");
  });

  it("find reserved units that the machine no longer has", () => {
    const held = reservation({ reservedUnitIds: [slot("43"), slot("44")] });
    const missing = missingUnits(view([unit("44")], { reservations: [held] }));
    expect(missing.map(({ id, reservations }) => [id, reservations.length])).toEqual([[slot("43"), 1]]);
  });
});
