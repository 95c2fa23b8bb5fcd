import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { reservationStatus, type StatusFacts } from "@/server/domain/status";
import { connect, type Database } from "../client";
import { createTestDatabase, type TestDatabase } from "../testing/test-database";
import { reservationStatusSql } from "./status";

const T0 = Date.UTC(2031, 2, 1, 12);
const tick = (ms: number) => new Date(T0 + ms);

interface Case {
  facts: StatusFacts;
  nodeGen: number;
  now: Date;
}

/** Edges and clock on a few neighbouring milliseconds, so that every boundary is hit from both sides. */
const near = fc.integer({ min: 0, max: 5 });
const far = fc.integer({ min: -(10 ** 11), max: 10 ** 11 });
const someCase: fc.Arbitrary<Case> = fc
  .record({
    start: fc.oneof({ weight: 5, arbitrary: near }, { weight: 1, arbitrary: far }),
    length: fc.option(fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 10 ** 11 })), { nil: null }),
    cancelled: fc.option(near, { nil: null, freq: 2 }),
    own: fc.integer({ min: 1, max: 3 }),
    node: fc.integer({ min: 1, max: 3 }),
    now: fc.oneof({ weight: 5, arbitrary: fc.integer({ min: -1, max: 12 }) }, { weight: 1, arbitrary: far }),
  })
  .map(({ start, length, cancelled, own, node, now }) => ({
    facts: {
      startsAt: tick(start),
      endsAt: length === null ? null : tick(start + length),
      cancelledAt: cancelled === null ? null : tick(cancelled),
      topologyGen: own,
    },
    nodeGen: node,
    now: tick(now),
  }));

describe("status, section 2: one rule in SQL and in code", () => {
  let database: TestDatabase;
  let db: Database;
  beforeAll(async () => {
    database = await createTestDatabase("status");
    db = connect({ connectionString: database.appUrl });
  });
  afterAll(async () => {
    await db.destroy();
    await database.drop();
  });

  /** The product's own expression over rows that have the columns and the precision of the real tables. */
  async function bySql(cases: readonly Case[]): Promise<string[]> {
    const rows = cases.map(({ facts, nodeGen, now }, index) => ({
      index,
      starts_at: facts.startsAt,
      ends_at: facts.endsAt,
      cancelled_at: facts.cancelledAt,
      own_gen: facts.topologyGen,
      node_gen: nodeGen,
      now,
    }));
    const result = await sql<{ status: string }>`
      select ${reservationStatusSql} as status
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c(index int, starts_at timestamptz(3),
          ends_at timestamptz(3), cancelled_at timestamptz(3), own_gen int, node_gen int, now timestamptz)
        cross join lateral (
          select c.starts_at, c.ends_at, c.cancelled_at, c.own_gen as topology_gen) r
        cross join lateral (select c.node_gen as topology_gen) n
        cross join lateral (select c.now) clock
      order by c.index`.execute(db);
    return result.rows.map((row) => row.status);
  }

  const inCode = ({ facts, nodeGen, now }: Case) => reservationStatus(facts, nodeGen, now);

  it("agrees on random facts and clocks", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(someCase, { minLength: 200, maxLength: 400 }), async (cases) => {
        expect(await bySql(cases)).toEqual(cases.map(inCode));
      }),
      { numRuns: 20 },
    );
  });

  it("turns at the same millisecond", async () => {
    const facts = { startsAt: tick(0), endsAt: tick(10), cancelledAt: null, topologyGen: 1 };
    const cases = [-1, 0, 1, 9, 10, 11].flatMap((ms) => [1, 2].map((nodeGen) => ({ facts, nodeGen, now: tick(ms) })));
    expect(await bySql(cases)).toEqual([
      ...["pending", "needs-review", "active", "needs-review", "active", "needs-review", "active", "needs-review"],
      ...["expired", "expired", "expired", "expired"],
    ]);
    expect(cases.map(inCode)).toEqual(await bySql(cases));
  });
});
