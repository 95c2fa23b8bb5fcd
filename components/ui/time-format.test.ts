import { describe, expect, it } from "vitest";
import {
  dateLabel,
  durationLabel,
  instantLabel,
  inZone,
  offsetLabel,
  relativeLabel,
  timeLabel,
  utcLabel,
} from "./time-format";
import { timeZones } from "./time-zones";

const AT = Date.parse("2031-04-30T22:00:00Z");
const MIN = 60_000;

describe("how an instant is written", () => {
  it("has the zone beside it, and no order of numbers that could be read two ways", () => {
    expect(instantLabel(AT, "Europe/Berlin")).toBe("1 May 2031 00:00 Europe/Berlin");
    expect(dateLabel(AT, "America/Los_Angeles")).toBe("30 Apr 2031");
    expect(timeLabel(AT, "Asia/Kolkata", true)).toBe("03:30:00");
  });

  it("has offsets on both sides of UTC, halves of hours included", () => {
    const offsets = ["America/Los_Angeles", "America/St_Johns", "Asia/Kolkata", "Pacific/Auckland", "UTC"].map((zone) =>
      offsetLabel(AT, zone),
    );
    expect(offsets).toEqual(["-07:00", "-02:30", "+05:30", "+12:00", "+00:00"]);
  });

  it("cuts milliseconds only where there are none", () => {
    expect(utcLabel(AT)).toBe("2031-04-30T22:00:00Z");
    expect(utcLabel(AT + 5)).toBe("2031-04-30T22:00:00.005Z");
  });

  it("is read within a sentence of the server too", () => {
    const said = "Reserved from 2031-04-30T22:00:00.123Z with no end by res_1.";
    expect(inZone(said, "Europe/Berlin")).toBe("Reserved from 1 May 2031 00:00 Europe/Berlin with no end by res_1.");
    expect(inZone("Nothing is reserved.", "UTC")).toBe("Nothing is reserved.");
  });
});

describe("how far away it is", () => {
  it("counts whole units that have passed or are left", () => {
    const said = [0, 59_999, MIN, -90 * MIN, 47.9 * 60 * MIN, 48 * 60 * MIN, -400 * 1440 * MIN, 731 * 1440 * MIN].map(
      (ms) => relativeLabel(AT + ms, AT),
    );
    expect(said).toEqual([
      "now",
      "in 59 s",
      "in 1 min",
      "1 h ago",
      "in 47 h",
      "in 2 days",
      "400 days ago",
      "in 2 years",
    ]);
  });

  it("says real durations", () => {
    const said = [0, 90, 23 * 60, 1500, 2881, 43_200].map((minutes) => durationLabel(AT, AT + minutes * MIN));
    expect(said).toEqual(["less than a minute", "1 h 30 min", "23 h", "25 h", "2 days 1 min", "30 days"]);
  });
});

describe("zones", () => {
  it("are called what they are called now", () => {
    const zones = timeZones();
    expect(zones[0]).toBe("UTC");
    expect(zones).toContain("Asia/Kolkata");
    expect(zones).not.toContain("Asia/Calcutta");
    expect(new Set(zones).size).toBe(zones.length);
  });
});
