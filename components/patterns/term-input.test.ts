import { describe, expect, it } from "vitest";
import {
  type EdgeInput,
  edgeLabel,
  edgeOf,
  emptyEdge,
  insisted,
  parseDay,
  parseTime,
  readTerm,
  type TermInput,
} from "./term-input";

const ZONES = ["America/Los_Angeles", "Pacific/Auckland", "Asia/Kolkata", "Europe/Berlin", "UTC"];
const NOW = Date.parse("2031-03-01T12:00:00Z");
const HOUR = 3_600_000;

const edge = (date: string, time = "", occurrence: EdgeInput["occurrence"] = "first"): EdgeInput => ({
  date,
  time,
  occurrence,
});
const read = (input: Partial<TermInput>, now = NOW) =>
  readTerm({ zone: "UTC", wholeDays: false, start: "now", end: "open", ...input }, now);

describe("whole days (fault case 19, step 1)", () => {
  const ENDS: Record<string, string> = {
    "America/Los_Angeles": "2031-05-01T07:00:00.000Z",
    "Pacific/Auckland": "2031-04-30T12:00:00.000Z",
    "Asia/Kolkata": "2031-04-30T18:30:00.000Z",
    "Europe/Berlin": "2031-04-30T22:00:00.000Z",
    UTC: "2031-05-01T00:00:00.000Z",
  };
  for (const zone of ZONES) {
    it(`the last day belongs to the term in ${zone}`, () => {
      const reading = read({ zone, wholeDays: true, end: edge("2031-04-30") });
      expect(reading.endsAt).toBe(ENDS[zone]);
      expect(reading.startsAt).toBeUndefined();
      expect(reading.isComplete).toBe(true);
      expect(edgeLabel(reading.end.at ?? 0, zone)).toContain(`1 May 2031 00:00 ${zone} · `);
    });
  }

  it("says the end as the issue has it", () => {
    const reading = read({ zone: "Europe/Berlin", wholeDays: true, end: edge("30 April 2031") });
    expect(edgeLabel(reading.end.at ?? 0, "Europe/Berlin")).toBe(
      "1 May 2031 00:00 Europe/Berlin · 2031-04-30T22:00:00Z",
    );
  });

  it("leaves a first day that has begun to the server, whatever the zone makes of today", () => {
    const now = Date.parse("2031-03-01T23:30:00Z");
    for (const [zone, today] of [
      ["Pacific/Auckland", "2031-03-02"],
      ["America/Los_Angeles", "2031-03-01"],
      ["UTC", "2031-03-01"],
    ] as const) {
      const reading = read({ zone, wholeDays: true, start: edge(today), end: edge("2031-04-30") }, now);
      expect(reading.startsAt).toBeUndefined();
      expect(reading.start.note).toContain("begun");
      expect(reading.isComplete).toBe(true);
    }
  });

  it("starts later days at their first instant, and refuses days that are over", () => {
    expect(read({ zone: "Asia/Kolkata", wholeDays: true, start: edge("2031-03-05") }).startsAt).toBe(
      "2031-03-04T18:30:00.000Z",
    );
    const over = read({ wholeDays: true, start: edge("2031-02-28") });
    expect(over.start.problem?.message).toContain("over");
    expect(over.isComplete).toBe(false);
  });

  it("a single day is a day; the day before the first is refused", () => {
    const day = read({ wholeDays: true, start: edge("2031-03-05"), end: edge("2031-03-05") });
    expect(day.duration).toBe("24 h");
    const back = read({ wholeDays: true, start: edge("2031-03-05"), end: edge("2031-03-04") });
    expect(back.end.problem?.message).toContain("before the first");
  });

  it("takes the first instant there is where the clock goes forward at midnight", () => {
    const reading = read({ zone: "America/Santiago", wholeDays: true, end: edge("2031-09-06") });
    expect(reading.endsAt).toBe("2031-09-07T04:00:00.000Z");
    expect(edgeLabel(reading.end.at ?? 0, "America/Santiago")).toContain("7 Sep 2031 01:00");
  });

  it("the days of the clock changes have 23 and 25 hours", () => {
    const hours = (date: string) =>
      read({ zone: "Europe/Berlin", wholeDays: true, start: edge(date), end: edge(date) }).duration;
    expect(hours("2031-03-30")).toBe("23 h");
    expect(hours("2031-10-26")).toBe("25 h");
  });
});

describe("times (fault case 19, steps 2 and 3)", () => {
  for (const zone of ZONES) {
    it(`New Year's hour is one hour in ${zone}`, () => {
      const reading = read({ zone, start: edge("2031-12-31", "23:30"), end: edge("2032-01-01", "00:30") });
      expect(Date.parse(reading.endsAt ?? "") - Date.parse(reading.startsAt ?? "")).toBe(HOUR);
      expect(reading.duration).toBe("1 h");
    });
  }

  it("noon to noon over the clock changes is 23 and 25 hours", () => {
    const noons = (from: string, to: string) =>
      read({ zone: "Europe/Berlin", start: edge(from, "12:00"), end: edge(to, "12:00") });
    expect(noons("2031-03-29", "2031-03-30").duration).toBe("23 h");
    expect(noons("2031-10-25", "2031-10-26").duration).toBe("25 h");
    expect(noons("2031-03-29", "2031-03-30").endsAt).toBe("2031-03-30T10:00:00.000Z");
  });

  it("refuses a local time that does not exist, and names the ones that do", () => {
    const gaps = [
      ["Europe/Berlin", "2031-03-30", "02:30", "01:30 or 03:30"],
      ["America/Los_Angeles", "2031-03-09", "02:15", "01:15 or 03:15"],
      ["Pacific/Auckland", "2031-09-28", "02:00", "01:00 or 03:00"],
      ["Africa/Cairo", "2031-04-25", "00:30", "23:30 on 24 Apr 2031 or 01:30."],
    ] as const;
    for (const [zone, date, time, instead] of gaps) {
      const { start, isComplete } = read({ zone, start: edge(date, time) });
      expect(start.at).toBeUndefined();
      expect(start.problem).toMatchObject({ field: "time" });
      expect(start.problem?.message).toContain(instead);
      expect(isComplete).toBe(false);
    }
  });

  it("shows both offsets of a local time that happens twice, and lets one be chosen", () => {
    const at = (occurrence: EdgeInput["occurrence"]) =>
      read({ zone: "Europe/Berlin", end: edge("2031-10-26", "02:30", occurrence) });
    expect(at("first").end.twice).toEqual({ first: "+02:00", second: "+01:00" });
    expect(at("first").endsAt).toBe("2031-10-26T00:30:00.000Z");
    expect(at("second").endsAt).toBe("2031-10-26T01:30:00.000Z");
    expect(edgeLabel(at("second").end.at ?? 0, "Europe/Berlin", true)).toContain("(+01:00)");
    expect(read({ zone: "America/Los_Angeles", end: edge("2031-11-02", "01:30") }).end.twice).toEqual({
      first: "-07:00",
      second: "-08:00",
    });
    expect(read({ zone: "Pacific/Auckland", end: edge("2031-04-06", "02:30") }).end.twice).toEqual({
      first: "+13:00",
      second: "+12:00",
    });
    expect(read({ zone: "Asia/Kolkata", end: edge("2031-10-26", "02:30") }).end.twice).toBeUndefined();
  });

  it("leaves now to the server, and what the server takes as now", () => {
    expect(read({}).startsAt).toBeUndefined();
    expect(read({}).isComplete).toBe(true);
    const justPast = read({ start: edge("2031-03-01", "11:57") });
    expect(justPast.startsAt).toBeUndefined();
    expect(justPast.start.note).toContain("now");
    expect(read({ start: edge("2031-03-01", "11:54") }).start.problem?.message).toContain("past");
  });
});

describe("typed by hand (fault case 19, step 5)", () => {
  it("refuses what can be read two ways, and says how to write it", () => {
    expect(parseDay("03/04/2031")).toBe("03/04/2031 can be read two ways. Write 2031-03-04 or 2031-04-03.");
    expect(parseDay("31/12/2031")).toBe("Write this date as 2031-12-31.");
    expect(parseDay("04.04.2031")).toBe("Write this date as 2031-04-04.");
  });

  it("refuses days that are not in the calendar and never bends them", () => {
    expect(parseDay("2031-02-30")).toBe("There is no 30 February 2031: the month has 28 days.");
    expect(parseDay("2031-13-01")).toBe("There is no month 13.");
    expect(parseDay("2100-02-29")).toContain("28 days");
    expect(parseDay("0000-01-01")).toContain("year");
    expect(parseDay("2032-02-29").toString()).toBe("2032-02-29");
    for (const text of ["tomorrow", "31-05-01", "2031", "2031-5", "1 Maybe 2031"])
      expect(typeof parseDay(text)).toBe("string");
  });

  it("takes the unambiguous ways", () => {
    for (const text of ["2031-05-01", " 2031-5-1 ", "1 May 2031", "1 may 2031", "1. May 2031"]) {
      expect(parseDay(text).toString()).toBe("2031-05-01");
    }
  });

  it("reads the 24-hour clock", () => {
    expect(parseTime("9:30")).toEqual({ hour: 9, minute: 30 });
    expect(parseTime("24:00")).toContain("next day");
    expect(parseTime("25:00")).toContain("no 25:00");
    for (const text of ["9", "9:5", "9.30", "9:30 pm"]) expect(parseTime(text)).toContain("24-hour");
  });

  it("an empty end is no end only when it is said; an end before the start is refused at the end", () => {
    const empty = read({ end: emptyEdge });
    expect(empty.isComplete).toBe(false);
    expect(empty.end.problem).toBeUndefined();
    expect(insisted(empty, false).end.problem?.message).toContain("choose no end");
    const backwards = read({ start: edge("2031-03-05", "12:00"), end: edge("2031-03-05", "12:00") });
    expect(backwards.end.problem?.message).toBe("The end must be after the start.");
    expect(backwards.endsAt).toBeUndefined();
    expect(read({ end: edge("2031-03-01", "11:00") }).end.problem?.message).toBe("The end is past.");
    expect(read({ end: edge("", "10:00") }).end.problem).toMatchObject({ field: "date" });
  });
});

describe("a stored instant in a form", () => {
  it("comes back as the same instant from every zone, the two hours of a clock change included", () => {
    const instants = [
      "2031-10-26T00:30:00Z",
      "2031-10-26T01:30:00Z",
      "2031-03-30T01:00:00Z",
      "2031-12-31T23:30:00Z",
      "2031-11-02T08:30:00Z",
      "2031-11-02T09:30:00Z",
    ];
    for (const zone of ZONES) {
      for (const instant of instants) {
        const ms = Date.parse(instant);
        expect(read({ zone, end: edgeOf(ms, zone) }).end.at).toBe(ms);
      }
    }
  });
});
