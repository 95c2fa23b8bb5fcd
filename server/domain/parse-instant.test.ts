import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseInstant } from "./term";

const two = (n: number) => String(n).padStart(2, "0");

interface Written {
  wall: string;
  fraction: string;
  offset: string;
}
const text = ({ wall, fraction, offset }: Written) => `${wall}${fraction === "" ? "" : `.${fraction}`}${offset}`;

/** Days 29 to 31 in every month and second 60 are among them on purpose. */
const wall = fc
  .tuple(
    fc.integer({ min: 1970, max: 9999 }),
    fc.integer({ min: 1, max: 12 }),
    fc.oneof(fc.integer({ min: 1, max: 31 }), fc.constantFrom(28, 29, 30, 31)),
    fc.integer({ min: 0, max: 23 }),
    fc.integer({ min: 0, max: 59 }),
    fc.oneof(fc.integer({ min: 0, max: 59 }), fc.constantFrom(59, 60)),
  )
  .map(([y, mo, d, h, mi, s]) => `${y}-${two(mo)}-${two(d)}T${two(h)}:${two(mi)}:${two(s)}`);
const fraction = fc.oneof(fc.constant(""), fc.stringMatching(/^[0-9]{1,9}$/));
const offset = fc.oneof(
  fc.constant("Z"),
  fc
    .tuple(fc.constantFrom("+", "-"), fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map(([sign, h, m]) => (h + m === 0 ? "+00:00" : `${sign}${two(h)}:${two(m)}`)),
);
const written = fc.record({ wall, fraction, offset });

/** The independent reading: a wall clock time is real where Date reads it back as itself; the offset is then taken off. */
function slowly({ wall, fraction, offset }: Written): number | undefined {
  const asUtc = Date.parse(`${wall}Z`);
  if (Number.isNaN(asUtc) || new Date(asUtc).toISOString().slice(0, 19) !== wall) return undefined;
  const [hours = 0, minutes = 0] = offset === "Z" ? [] : offset.slice(1).split(":").map(Number);
  const east = (offset.startsWith("-") ? -1 : 1) * (hours * 3_600_000 + minutes * 60_000);
  const instant = asUtc - east + Math.floor(Number(`0.${fraction || "0"}`) * 1000 + 1e-7);
  return instant < 0 || instant > Date.parse("9999-12-31T23:59:59.999Z") ? undefined : instant;
}

describe("times, section 7: an explicit offset, cut to the millisecond", () => {
  it("are read as Date reads the wall clock and the offset", () => {
    fc.assert(
      fc.property(written, (it) => {
        expect(parseInstant(text(it))?.getTime()).toBe(slowly(it));
      }),
      { numRuns: 5000 },
    );
  });

  it("mean the same instant in whatever zone they are written, over every clock change", () => {
    const zones = ["America/New_York", "Europe/Berlin", "Asia/Kolkata", "Australia/Lord_Howe", "Pacific/Apia", "UTC"];
    const formats = zones.map(
      (timeZone) =>
        new Intl.DateTimeFormat("en-US", {
          timeZone,
          hourCycle: "h23",
          year: "numeric",
          month: "2-digit",
          day: "2-digit",
          hour: "2-digit",
          minute: "2-digit",
          second: "2-digit",
          timeZoneName: "longOffset",
        }),
    );
    fc.assert(
      fc.property(
        fc.integer({ min: Date.UTC(1971, 0), max: Date.UTC(2500, 0) }),
        fc.constantFrom(...formats),
        (instant, format) => {
          const part = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]));
          const zone = part.timeZoneName === "GMT" ? "Z" : (part.timeZoneName ?? "").slice(3);
          if (!/^(Z|[+-]\d\d:\d\d)$/.test(zone)) return; // local mean times with seconds
          const clock = `${part.year}-${part.month}-${part.day}T${part.hour}:${part.minute}:${part.second}`;
          expect(parseInstant(`${clock}${zone}`)?.getTime()).toBe(Math.floor(instant / 1000) * 1000);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it("that are accepted say their own wall clock, however they were damaged", () => {
    const damaged = fc
      .tuple(written.map(text), fc.nat(40), fc.constantFrom(..."0123456789:-+.TZtz ,"), fc.constantFrom(0, 1))
      .map(
        ([valid, at, char, cut]) => valid.slice(0, at % valid.length) + char + valid.slice((at % valid.length) + cut),
      );
    fc.assert(
      fc.property(damaged, (it) => {
        const instant = parseInstant(it);
        if (!instant) return;
        const shape = /^(.{19})(?:\.(\d{1,9}))?(?:Z|([+-])(\d\d):(\d\d))$/.exec(it);
        expect(shape).not.toBeNull();
        const east = (shape?.[3] === "-" ? -1 : 1) * (Number(shape?.[4] ?? 0) * 60 + Number(shape?.[5] ?? 0));
        expect(new Date(instant.getTime() + east * 60_000).toISOString()).toBe(
          `${shape?.[1]}.${(shape?.[2] ?? "").padEnd(3, "0").slice(0, 3)}Z`,
        );
      }),
      { numRuns: 5000 },
    );
  });

  it("read by example", () => {
    const iso = (it: string) => parseInstant(it)?.toISOString();
    expect(iso("2031-03-01T10:00:00Z")).toBe("2031-03-01T10:00:00.000Z");
    expect(iso("2031-03-01T12:30:00+02:30")).toBe("2031-03-01T10:00:00.000Z");
    expect(iso("2031-03-01T04:59:59.999-06:00")).toBe("2031-03-01T10:59:59.999Z");
    expect(iso("2031-03-01T07:00:00-05:00")).toBe("2031-03-01T12:00:00.000Z");
    expect(iso("2032-02-29T00:00:00+00:00")).toBe("2032-02-29T00:00:00.000Z");
    expect(iso("2000-02-29T00:00:00Z")).toBe("2000-02-29T00:00:00.000Z");
    expect(iso("9999-12-31T23:59:59.999Z")).toBe("9999-12-31T23:59:59.999Z");
  });

  it("finer than a millisecond are cut, not rounded", () => {
    expect(parseInstant("2031-03-01T10:00:00.000400Z")).toEqual(parseInstant("2031-03-01T10:00:00.000600Z"));
    expect(parseInstant("2031-03-01T10:00:00.999999999Z")?.toISOString()).toBe("2031-03-01T10:00:00.999Z");
    expect(parseInstant("2031-03-01T10:00:00.5Z")?.toISOString()).toBe("2031-03-01T10:00:00.500Z");
  });

  it.each([
    // Fault case 04: a missing zone is never guessed.
    "2031-03-01T10:00:00",
    "2031-03-01",
    "1930125600",
    "Sat, 01 Mar 2031 10:00:00 GMT",
    "2031-03-01T10:00:00 Z",
    "2031-03-01T10:00:00+2:00",
    "2031-03-01T10:00:00+02",
    "2031-03-01T10:00:00+25:00",
    "2031-03-01T10:00:00z",
    "2031-03-01T10:00:00-00:00",
    "2031-03-01T10:00:00+0200",
    "2031-03-01T10:00:00+02:60",
    "2031-03-01T10:00:00−05:00",
    // Neither leap seconds, hour 24, nor days that are not.
    "2016-12-31T23:59:60Z",
    "2031-03-01T24:00:00Z",
    "2031-03-01T10:60:00Z",
    "2031-02-29T10:00:00Z",
    "2100-02-29T10:00:00Z",
    "2031-04-31T10:00:00Z",
    "2031-00-01T10:00:00Z",
    "2031-13-01T10:00:00Z",
    "2031-01-00T10:00:00Z",
    // At most nine digits of a fraction, and at least one.
    "2031-03-01T10:00:00.Z",
    "2031-03-01T10:00:00,5Z",
    "2031-03-01T10:00:00.1234567890Z",
    // Years beyond 9999, also by way of the offset.
    "10000-01-01T00:00:00Z",
    "+010000-01-01T00:00:00Z",
    "-000001-01-01T00:00:00Z",
    "9999-12-31T23:59:59-00:01",
    "0031-03-01T10:00:00Z",
    "1969-12-31T23:59:59.999Z",
    "1970-01-01T00:00:00+00:01",
    // Words, other separators, more than the time.
    "infinity",
    "-infinity",
    "now",
    "null",
    "",
    " 2031-03-01T10:00:00Z",
    "2031-03-01T10:00:00Z ",
    "2031-03-01T10:00:00Z\n",
    "2031-03-01 10:00:00Z",
    "2031-03-01t10:00:00Z",
    "2031-03-01T10:00Z",
    "20310301T100000Z",
    "2031-W09-6T10:00:00Z",
    "２０３１-03-01T10:00:00Z",
    "2031-03-01T10:00:00.5٣Z",
  ])("refuse %j", (it) => {
    expect(parseInstant(it)).toBeUndefined();
  });
});
