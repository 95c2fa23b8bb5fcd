import { describe, expect, it } from "vitest";
import type { Model } from "@/server/services/testing/model/facts";
import { check } from "./check";
import type { Act, Done, Entry } from "./history";
import { unitsOfShape } from "./shapes";

const MODEL = "10de-e001";
const [FIRST, SECOND, , PAIR] = unitsOfShape(0, MODEL).map((unit) => unit.id) as [string, string, string, string];
const iso = (at: number) => new Date(at).toISOString();

const initial = (): Model => ({
  now: 0,
  orgs: ["platform", "owner", "manager", "alpha", "beta"].map((id) => ({ id, isPlatform: id === "platform" })),
  nodes: [
    {
      id: "n",
      owner: "owner",
      pool: "community",
      status: "online",
      gen: 1,
      reportedAt: 0,
      units: unitsOfShape(0, MODEL),
    },
  ],
  reservations: [],
  workloads: [],
  previews: [],
});

/** Tells a history call by call; what changed something says when, between its call and its answer. */
class Story {
  readonly done: Done[] = [];
  readonly trail: Entry[] = [];

  tell(by: string, act: Act, sent: number, answered: number, body: unknown, at?: number, status = 200): this {
    const requestId = `req_${this.done.length}`;
    this.done.push({ node: "n", mark: requestId, by, act, sent, answered, status, requestId, body });
    if (at !== undefined) this.trail.push({ at, action: act.do, requestId });
    return this;
  }

  reserve(id: string, unitIds: string[], at: number, end?: number): this {
    const act: Act = { do: "create", unitIds, allowed: ["alpha"], managing: [], ...(end !== undefined && { end }) };
    return this.tell("platform", act, at - 5, at + 5, this.answer(id, unitIds, at, { end }), at, 201);
  }

  answer(
    id: string,
    reservedUnitIds: string[],
    start: number,
    more: { end?: number | undefined; released?: string[]; status?: string } = {},
  ) {
    const { end, released = [], status = "active" } = more;
    return {
      id,
      status,
      reservedUnitIds,
      releasedUnitIds: released,
      startsAt: iso(start),
      createdAt: iso(start),
      ...(end !== undefined && { endsAt: iso(end) }),
    };
  }

  place(org: string, tier: "community" | "spot", unitIds: string[], at: number, gpus = unitIds.length): this {
    const body = { id: `w${this.done.length}`, nodeId: "n", unitIds, status: "running" };
    return this.tell(org, { do: "place", org, gpus, tier }, at - 5, at + 5, body, at, 201);
  }

  get rules(): string[] {
    return check({ node: "n", done: this.done, trail: this.trail }, initial()).map((violation) => violation.rule);
  }
}

const FORBIDDEN = "a change that the contract forbids or answers otherwise";
const UNTRUE = "an answer that was true at no moment of its call";

describe("a history that the contract explains", () => {
  it("has nothing against it", () => {
    const story = new Story().reserve("r1", [FIRST, PAIR], 1000).place("alpha", "community", [PAIR], 1100, 2);
    story.tell(
      "beta",
      { do: "place", org: "beta", gpus: 4, tier: "community" },
      1200,
      1210,
      { code: "no_capacity" },
      undefined,
      409,
    );
    story.tell(
      "platform",
      { do: "release", res: "r1", unitIds: [FIRST] },
      1300,
      1310,
      story.answer("r1", [FIRST, PAIR], 1000, { released: [FIRST] }),
      1305,
    );
    story.place("beta", "spot", [FIRST], 1400);
    expect(story.rules).toEqual([]);
  });

  it("may show a change or not while its call is on its way", () => {
    for (const status of ["running", "terminated"]) {
      const story = new Story().place("alpha", "community", [FIRST], 1000);
      story.tell("alpha", { do: "terminate", workload: "w0" }, 1100, 1200, { status: "terminated" }, 1150);
      story.tell("alpha", { do: "readWorkload", workload: "w0" }, 1140, 1190, { status });
      expect(story.rules).toEqual([]);
    }
  });

  it("turns by the clock alone, at the millisecond", () => {
    const story = new Story().reserve("r1", [FIRST], 1000, 2000);
    story.place("beta", "community", [FIRST], 2000);
    expect(story.rules).toEqual([]);
    const early = new Story().reserve("r1", [FIRST], 1000, 2000);
    early.place("beta", "community", [FIRST], 1994);
    expect(early.rules).toEqual([FORBIDDEN]);
  });
});

describe("what the checker finds", () => {
  it("one unit reserved twice", () => {
    expect(new Story().reserve("r1", [FIRST], 1000).reserve("r2", [FIRST, SECOND], 1100).rules).toEqual([FORBIDDEN]);
  });

  it("an outsider on a reserved unit, anybody but spot on a released one, two on one unit", () => {
    const reserved = new Story().reserve("r1", [FIRST], 1000).place("beta", "community", [FIRST], 1100);
    expect(reserved.rules).toEqual([FORBIDDEN]);
    const twice = new Story().place("alpha", "community", [SECOND], 1000).place("beta", "spot", [SECOND], 1100);
    expect(twice.rules).toEqual([FORBIDDEN]);
    const released = new Story().reserve("r1", [FIRST], 1000);
    released.tell(
      "platform",
      { do: "release", res: "r1", unitIds: [FIRST] },
      1050,
      1060,
      released.answer("r1", [FIRST], 1000, { released: [FIRST] }),
      1055,
    );
    expect(released.place("alpha", "community", [FIRST], 1100).rules).toEqual([FORBIDDEN]);
  });

  it("an ordinary workload that a reclaim ended, and a spot one that it left", () => {
    for (const [tier, terminated, skipped] of [
      ["community", ["w1"], []],
      ["spot", [], ["w1"]],
    ] as const) {
      const story = new Story().reserve("r1", [FIRST, SECOND], 1000);
      if (tier === "spot") {
        story.tell(
          "platform",
          { do: "release", res: "r1", unitIds: [FIRST] },
          1010,
          1020,
          story.answer("r1", [FIRST, SECOND], 1000, { released: [FIRST] }),
          1015,
        );
        story.place("beta", tier, [FIRST], 1100);
      } else story.place("alpha", tier, [FIRST], 1100);
      const id = `w${story.done.length - 1}`;
      const lists = { terminated: terminated.map(() => id), skipped: skipped.map(() => id) };
      const body = { ...story.answer("r1", [FIRST, SECOND], 1000), ...lists };
      story.tell("platform", { do: "reclaim", res: "r1", unitIds: [FIRST] }, 1200, 1210, body, 1205);
      expect(story.rules).toEqual([FORBIDDEN]);
    }
  });

  it("a read that misses what was answered before it", () => {
    const story = new Story().place("alpha", "community", [FIRST], 1000);
    story.tell("alpha", { do: "terminate", workload: "w0" }, 1100, 1120, { status: "terminated" }, 1110);
    story.tell("alpha", { do: "readWorkload", workload: "w0" }, 1130, 1140, { status: "running" });
    expect(story.rules).toEqual([UNTRUE]);
  });

  it("a refusal without a reason, and a wrong reason", () => {
    const story = new Story().reserve("r1", [FIRST], 1000);
    const act: Act = { do: "create", unitIds: [SECOND], allowed: ["alpha"], managing: [] };
    story.tell("platform", act, 1100, 1110, { code: "reservation_overlap" }, undefined, 409);
    story.tell("platform", { ...act, unitIds: [FIRST] }, 1200, 1210, { code: "unit_not_reservable" }, undefined, 409);
    expect(story.rules).toEqual([UNTRUE, UNTRUE]);
  });

  it("a success that left no trace, a trace without a call, and one outside its call", () => {
    const lost = new Story().reserve("r1", [FIRST], 1000);
    lost.trail.pop();
    expect(lost.rules).toEqual([UNTRUE]);
    const unknown = new Story();
    unknown.trail.push({ at: 1000, action: "reservation.create", requestId: "req_other" });
    expect(unknown.rules).toEqual(["a change without a successful call"]);
    const late = new Story().reserve("r1", [FIRST], 1000);
    late.trail[0]!.at = 1010;
    expect(late.rules).toContain("a change outside its call, or out of order");
  });

  it("one call that changed twice, and a fault of the server's own", () => {
    const twice = new Story().place("alpha", "community", [FIRST], 1000);
    twice.trail.push({ ...twice.trail[0]! });
    expect(twice.rules).toContain("one call, one change");
    const fault = new Story().tell("alpha", { do: "readUnits" }, 1000, 1010, { code: "internal" }, undefined, 500);
    expect(fault.rules).toEqual(["no fault of the server's own"]);
  });
});
