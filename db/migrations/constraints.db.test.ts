import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { connect, type Database } from "../client";
import { insertNode, insertOrg, insertReservation } from "../testing/seed";
import { createTestDatabase, type TestDatabase } from "../testing/test-database";

const T0 = Date.UTC(2031, 2, 1, 12);
const UNITS = ["u1", "u2"];
const OVERLAP = { code: "23P01", constraint: "reservation_units_no_overlap" };

/** The last word of the database, with no service in between (design, "Correctness by construction"). */
describe("the database itself", () => {
  let database: TestDatabase;
  let db: Database;
  let org = "";
  let nodes: string[] = [];
  beforeAll(async () => {
    database = await createTestDatabase("constraints");
    db = connect({ connectionString: database.url, max: 4 });
    org = await insertOrg(db);
    const units = UNITS.map((id) => ({ id }));
    nodes = [
      await insertNode(db, { organizationId: org, units }),
      await insertNode(db, { organizationId: org, units }),
    ];
  });
  beforeEach(() => sql`delete from reservation_units`.execute(db));
  afterAll(async () => {
    await db.destroy();
    await database.drop();
  });

  interface Row {
    node?: number;
    unit?: number;
    from: number;
    to: number | null;
  }
  const at = (ms: number | null) => (ms === null ? null : new Date(T0 + ms));
  let made = 0;
  /** A reservation of its own that holds a unit for a term. */
  const hold = async ({ node = 0, unit = 0, from, to }: Row) => {
    made += 1;
    await sql`
      with r as (
        insert into reservations (node_id, id, starts_at, topology_gen, allowed_org_ids, platform_named, created_at, updated_at)
        values (${nodes[node]}, ${`res_${made}`}, now(), 1, ${[org]}, false, now(), now()) returning *)
      insert into reservation_units (node_id, reservation_id, unit_id, term, alloc_class, gpu_bdfs)
      select r.node_id, r.id, ${UNITS[unit]}, tstzrange(${at(from)}, ${at(to)}, '[)'), 'vfio-group', array[]::text[]
      from r`.execute(db);
  };

  it("never lets one unit be held twice at one instant", async () => {
    await hold({ from: 0, to: 1000 });
    for (const [from, to] of [
      [0, 1000],
      [0, 1],
      [999, 1000],
      [-1, 1],
      [999, null],
      [-1000, null],
      [200, 300],
    ] as const) {
      await expect(hold({ from, to })).rejects.toMatchObject(OVERLAP);
    }
  });

  it("lets terms touch, and leaves other units and other nodes alone", async () => {
    await hold({ from: 0, to: 1000 });
    await hold({ from: 1000, to: null });
    await hold({ from: -1000, to: 0 });
    await hold({ unit: 1, from: 0, to: null });
    await hold({ node: 1, from: 0, to: null });
    await expect(hold({ from: 5000, to: 6000 })).rejects.toMatchObject(OVERLAP);
  });

  it("frees what a cut term no longer covers; an emptied one blocks nothing", async () => {
    await hold({ from: 0, to: null });
    await sql`update reservation_units set term = tstzrange(lower(term), ${at(500)})`.execute(db);
    await hold({ from: 500, to: null });
    await sql`update reservation_units set term = tstzrange(lower(term), lower(term)) where upper(term) is null`.execute(
      db,
    );
    await hold({ from: 500, to: null });
    await expect(hold({ from: 499, to: 500 })).rejects.toMatchObject(OVERLAP);
  });

  it("agrees with a slow search over any list of holds", async () => {
    const row = fc.record({
      node: fc.nat(1),
      unit: fc.nat(1),
      from: fc.nat(6),
      to: fc.option(fc.integer({ min: 0, max: 9 }), { nil: null }),
    });
    const rows = fc.array(
      row.map((it) => ({ ...it, to: it.to === null ? null : Math.max(it.from, it.to) })),
      { minLength: 1, maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(rows, async (list) => {
        await sql`delete from reservation_units`.execute(db);
        const held: typeof list = [];
        for (const one of list) {
          const instants = Array.from({ length: 12 }, (_, ms) => ms);
          const isIn = (r: Row, ms: number) => r.from <= ms && (r.to === null || ms < r.to);
          const taken = held.some(
            (other) =>
              other.node === one.node &&
              other.unit === one.unit &&
              instants.some((ms) => isIn(one, ms) && isIn(other, ms)),
          );
          if (taken) await expect(hold(one)).rejects.toMatchObject(OVERLAP);
          else {
            await hold(one);
            held.push(one);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it("never lets a unit be claimed twice at once, nor a term end before it begins", async () => {
    const claim = async (workload: string, ended: boolean) => {
      await sql`insert into workloads (id, kind, organization_id, name, status, tier, gpu_model_id, gpu_count, node_id, unit_ids, created_at)
        values (${workload}, 'vm', ${org}, 'w', 'running', 'spot', '10de:2330', 1, ${nodes[0]}, array['u1'], now())`.execute(
        db,
      );
      await sql`insert into claims (node_id, unit_id, workload_id, gpu_bdfs, claimed_at, ended_at)
        values (${nodes[0]}, 'u1', ${workload}, array['u1'], now(), ${ended ? at(0) : null})`.execute(db);
    };
    await claim("vm_1", true);
    await claim("vm_2", false);
    await expect(claim("vm_3", false)).rejects.toMatchObject({ code: "23505", constraint: "claims_one_live" });
    await expect(
      insertReservation(db, {
        nodeId: nodes[0] ?? "",
        units: [],
        allowedOrgIds: [org],
        startsAt: new Date(T0),
        endsAt: new Date(T0),
      }),
    ).rejects.toMatchObject({ code: "23514", constraint: "reservations_term" });
    await expect(insertReservation(db, { nodeId: nodes[0] ?? "", units: [], allowedOrgIds: [] })).rejects.toMatchObject(
      { code: "23514", constraint: "reservations_audience" },
    );
  });

  it("knows one operator only, and no half-sold units", async () => {
    await insertOrg(db, { isPlatform: true });
    await expect(insertOrg(db, { isPlatform: true })).rejects.toMatchObject({ code: "23505" });
    await expect(sql`update units set sellable = false`.execute(db)).rejects.toMatchObject({
      constraint: "units_sellable",
    });
    await expect(sql`update nodes set topology_gen = 0`.execute(db)).rejects.toMatchObject({
      constraint: "nodes_generation",
    });
  });
});
