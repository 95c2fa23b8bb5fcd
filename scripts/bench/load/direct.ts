import pg from "pg";
import { newId } from "@/server/ids";
import type { CycleWork, DirectJob, Outcome } from "./jobs";
import { Tally } from "./tally";

const AUDIT = `insert into audit_entries (at, actor_type, actor_id, actor_name, org_id, action, outcome, node_id,
  reservation_id, unit_ids, request_id, source)
  values (clock_timestamp(), 'key', 'key_bench', 'bench', $1, $2, 'done', $3, $4, $5, $6, 'direct')`;

const SQL = {
  lock: "select from nodes where id = $1 for no key update",
  clock: "select date_trunc('milliseconds', clock_timestamp()) as now",
  reserve: `insert into reservations (node_id, id, starts_at, topology_gen, allowed_org_ids, platform_named, created_at,
    updated_at) values ($1, $2, $3, 1, $4, false, $3, $3)`,
  unit: `insert into reservation_units (node_id, reservation_id, unit_id, term, alloc_class, gpu_bdfs)
    values ($1, $2, $3, tstzrange($4, null, '[)'), 'vfio-group', $5)`,
  cancel: "update reservations set cancelled_at = $3, updated_at = $3 where node_id = $1 and id = $2",
  cut: `update reservation_units set term = tstzrange(lower(term), greatest(lower(term), $3), '[)'), released = false
    where node_id = $1 and reservation_id = $2 and removed_at is null`,
  audit: AUDIT,
} as const;

type Ask = (name: keyof typeof SQL, ...values: unknown[]) => Promise<pg.QueryResult>;

/** As a careful program would: every statement prepared once and then named. */
const asker =
  (client: pg.PoolClient): Ask =>
  (name, ...values) =>
    client.query({ name, text: SQL[name], values });

async function inTransaction(pool: pg.Pool, work: (ask: Ask) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    await work(asker(client));
    await client.query("commit");
  } finally {
    client.release();
  }
}

async function now(ask: Ask): Promise<Date> {
  const { rows } = await ask("clock");
  return rows[0].now;
}

/** The least that has to be written for a reservation and its cancellation, with nothing in between: no rules, no reads. */
async function cycle(pool: pg.Pool, { orgId, unitId }: CycleWork, nodeId: string): Promise<void> {
  const id = newId("res");
  const trail = (action: string) => [orgId, action, nodeId, id, [unitId], newId("req")];
  await inTransaction(pool, async (ask) => {
    await ask("lock", nodeId);
    const at = await now(ask);
    await ask("reserve", nodeId, id, at, [orgId]);
    await ask("unit", nodeId, id, unitId, at, [unitId]);
    await ask("audit", ...trail("reservation.create"));
  });
  await inTransaction(pool, async (ask) => {
    await ask("lock", nodeId);
    const at = await now(ask);
    await ask("cancel", nodeId, id, at);
    await ask("cut", nodeId, id, at);
    await ask("audit", ...trail("reservation.cancel"));
  });
}

const pools = new Map<string, pg.Pool>();

function poolOf(connectionString: string, max: number): pg.Pool {
  const known = pools.get(connectionString);
  if (known) return known;
  const pool = new pg.Pool({ connectionString, max, options: "-c timezone=UTC" });
  pool.on("error", () => undefined);
  pools.set(connectionString, pool);
  return pool;
}

export async function directLoad(job: DirectJob): Promise<Outcome> {
  const { work, clients } = job;
  const pool = poolOf(job.connectionString, clients);
  const tally = new Tally(job.ms);
  const client = async (index: number) => {
    const own = work.nodeIds.filter((_, n) => n % clients === index);
    for (let turn = index; performance.now() < tally.until; turn += 7) {
      const from = performance.now();
      await cycle(pool, work, own[turn % own.length] ?? "");
      tally.note(true, performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, index) => client(index)));
  return tally.outcome();
}
