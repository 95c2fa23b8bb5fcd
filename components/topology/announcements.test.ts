import { describe, expect, it } from "vitest";
import { type Change, changesBetween, changesText, mergeChanges, spokenOf } from "./announcements";
import { holder, QUARRY, slot, unit, view } from "./testing/views";

const before = spokenOf(view([unit("11"), unit("41"), unit("44")]));
const after = spokenOf(
  view([unit("11"), unit("41", { state: "in-use", holder: holder(QUARRY, "spot", []) }), unit("86")]),
);
const change = (bus: string, state: Change["state"], situation: string = state): Change => ({
  id: slot(bus),
  state,
  situation,
});

describe("changesBetween", () => {
  it("tells what stands otherwise, what is new and what is gone", () => {
    expect(changesBetween(before, after).map(({ id, situation }) => [id, situation])).toEqual([
      [slot("41"), "in use by Quarry, vm quarry-1, tier spot"],
      [slot("86"), "free"],
      [slot("44"), "no longer reported"],
    ]);
    expect(changesBetween(before, before)).toEqual([]);
  });
});

describe("changesText", () => {
  it("tells one or two in full", () => {
    expect(changesText([change("41", "free")])).toBe("Unit 0000:41:00.0 changed: free.");
  });

  it("counts more by state, after the focused and the selected ones", () => {
    const many = [
      change("11", "free"),
      change("41", "spot"),
      change("44", "spot"),
      change("86", "free"),
      change("bb", "free"),
    ];
    expect(changesText(many)).toBe("5 units changed: 3 free; 2 sold at spot.");
    expect(changesText(many, { focusedId: slot("41"), selectedIds: new Set([slot("86")]) })).toBe(
      "Unit 0000:41:00.0 changed: spot. Selected unit 0000:86:00.0 changed: free. 3 other units changed: 2 free; 1 sold at spot.",
    );
  });

  it("counts the selected ones too where they are many", () => {
    const many = ["11", "41", "44", "86"].map((bus) => change(bus, "in-use"));
    const selectedIds = new Set(many.map(({ id }) => id));
    expect(changesText(many, { focusedId: slot("86"), selectedIds })).toBe(
      "Selected unit 0000:86:00.0 changed: in-use. 3 selected units changed: 3 in use.",
    );
  });

  it("says nothing about nothing", () => {
    expect(changesText([])).toBeUndefined();
  });
});

describe("mergeChanges", () => {
  it("keeps the last of each unit", () => {
    const merged = mergeChanges([change("11", "free"), change("41", "free")], [change("11", "spot")]);
    expect(merged.map(({ id, state }) => [id, state])).toEqual([
      [slot("41"), "free"],
      [slot("11"), "spot"],
    ]);
  });
});
