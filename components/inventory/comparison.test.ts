import { describe, expect, it } from "vitest";
import { slot, unit, view } from "@/components/topology/testing/views";
import type { ImportPreview } from "@/server/contract/machines";
import { comparedUnits } from "./comparison";

const same = {
  changed: false,
  new: [],
  gone: [],
  kept: [],
  regrouped: [],
  altered: [],
  moved: [],
  reservationIds: [],
};

function preview(before: string[], after: (string | string[])[], difference: Partial<ImportPreview["difference"]>) {
  return {
    before: before.map((bus) => ({
      id: slot(bus),
      gpus: [slot(bus)],
      gpuModelName: "H100",
      sellable: true,
      allocClass: "vfio-group",
    })),
    after: view(after.map((buses) => unit(buses))),
    difference: { ...same, ...difference },
  } as ImportPreview;
}

describe("stored beside reported", () => {
  it("shows nothing of units that stay as they are", () => {
    expect(comparedUnits(preview(["11", "12"], ["11", "12"], {}))).toEqual([]);
  });

  it("shows what is new, what goes and what holds other GPUs", () => {
    const rows = comparedUnits(
      preview(["11", "13"], [["11", "12"], "14"], {
        regrouped: [{ unitId: slot("11"), before: [slot("11")], after: [slot("11"), slot("12")] }],
      }),
    );
    expect(rows.map(({ key, before, after, note }) => [key, before?.gpus.length, after?.gpus.length, note])).toEqual([
      [slot("11"), 1, 2, "Its GPUs change."],
      [slot("13"), 1, undefined, "Not in this report."],
      [slot("14"), undefined, 1, "New."],
    ]);
  });

  it("follows a card to its new place, and says what else changes", () => {
    const rows = comparedUnits(
      preview(["11", "13"], ["12", "13"], {
        moved: [{ uuid: "GPU-1", from: slot("11"), to: slot("12") }],
        altered: [{ unitId: slot("13"), what: "sellable", before: "true", after: "false" }],
      }),
    );
    expect(rows.map((row) => row.note)).toEqual([
      `Not in this report. Its card is at ${slot("12")} now.`,
      `New. The card of ${slot("11")} is here now.`,
      "It can be sold now and can't be sold then.",
    ]);
  });
});
