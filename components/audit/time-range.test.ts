import { describe, expect, it } from "vitest";
import { rangeLabel } from "./range-label";
import { presetRange, readRange } from "./time-range";

const ZONE = "Europe/Berlin";
const NOW = Date.parse("2031-03-30T22:30:00.000Z"); // 31 March, half past midnight in Berlin.
const nothing = { date: "", time: "" };

describe("spans of time", () => {
  it("mean days of the reader's zone, also where one has 23 hours", () => {
    expect(presetRange("yesterday", NOW, ZONE)).toEqual({
      from: "2031-03-29T23:00:00.000Z",
      to: "2031-03-30T22:00:00.000Z",
    });
    expect(presetRange("yesterday", NOW, "UTC").from).toBe("2031-03-29T00:00:00.000Z");
    expect(presetRange("today", NOW, ZONE)).toEqual({ from: "2031-03-30T22:00:00.000Z", to: undefined });
    expect(presetRange("hour", NOW, ZONE)).toEqual({ from: "2031-03-30T21:30:00.000Z", to: undefined });
    expect(presetRange("any", NOW, ZONE)).toEqual({ from: undefined, to: undefined });
  });

  it("are said in a few words", () => {
    const { from, to } = presetRange("yesterday", NOW, ZONE);
    expect(rangeLabel(from, to, ZONE)).toBe("30 Mar 2031");
    expect(rangeLabel(from, undefined, ZONE)).toBe("Since 30 Mar 2031");
    expect(rangeLabel(undefined, to, "UTC")).toBe("Before 30 Mar 2031 22:00");
    expect(rangeLabel(from, to, "UTC")).toBe("29 Mar 2031 23:00 to 30 Mar 2031 22:00");
    expect(rangeLabel(undefined, undefined, ZONE)).toBe("Any time");
  });

  it("are read from days, from days with times, and with open sides", () => {
    const { from, to } = readRange({ date: "2031-03-30", time: "" }, { date: "2031-03-30", time: "" }, ZONE);
    expect([from.at, to.at]).toEqual([Date.parse("2031-03-29T23:00Z"), Date.parse("2031-03-30T22:00Z")]);
    expect(readRange(nothing, { date: "1 May 2031", time: "09:30" }, "UTC")).toMatchObject({
      from: { isEmpty: true },
      to: { at: Date.parse("2031-05-01T09:30Z") },
    });
  });

  it("say what is wrong with them", () => {
    expect(readRange({ date: "soon", time: "" }, nothing, ZONE).from.problem?.field).toBe("date");
    expect(readRange(nothing, { date: "", time: "09:30" }, ZONE).to.problem?.message).toBe("Write a date too.");
    const turned = readRange({ date: "2031-05-02", time: "" }, { date: "2031-05-01", time: "" }, ZONE);
    expect(turned.to.problem?.message).toBe("This must be after the start.");
  });
});
