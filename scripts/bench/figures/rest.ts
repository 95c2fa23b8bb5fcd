import { type CompiledQuery, Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { readNodeState } from "@/db/queries/node-state";
import { findReservation } from "@/db/queries/reservations";
import type { DB } from "@/db/types";
import { alternate, type Figure, type Row, ratioOf, ratioRow, round, type Settings } from "../figure";
import { FREE_UNIT, nodeId, orgId, unitId } from "../fleet/rows";
import type { CycleWork, Outcome } from "../load/jobs";
import { median } from "../load/tally";
import { type BenchDatabase, type Server, type Stage, serverOf } from "../stage";

/** As many as the server's pool has connections. */
export const CLIENTS = 16;

export const cycleWork = (database: BenchDatabase): CycleWork => ({
  kind: "cycle",
  nodeIds: Array.from({ length: database.size.nodes }, (_, n) => nodeId(n)),
  unitId: unitId(FREE_UNIT),
  orgId: orgId(1),
});

export const perSecond = (outcomes: readonly Outcome[]): number[] => outcomes.map((each) => each.perSecond);
const rate = (outcomes: readonly Outcome[]) => `${round(median(perSecond(outcomes)))}/s`;

/** The fleet that single figures are taken on: of a middling size, with some history. */
export const middling = ({ nodes }: Settings) => ({ nodes: Math.min(nodes, 1_000), history: 20_000, live: 5_000 });

/** Create and cancel over REST against the same written straight through the driver. */
export const restCycles: Figure = async (stage, settings) => {
  const database = await stage.database(middling(settings));
  const server = await stage.server(database);
  const work = cycleWork(database);
  const common = { clients: CLIENTS, ms: settings.roundMs, work };
  const [rest = [], direct = []] = await alternate(settings.rounds, [
    () => stage.load({ kind: "http", ports: [server.port], key: database.key, ...common }),
    () => stage.load({ kind: "direct", connectionString: database.appUrl, ...common }),
  ]);
  const details = `${rate(rest)} against ${rate(direct)}, ${CLIENTS} clients`;
  const ratio = ratioOf(perSecond(rest), perSecond(direct));
  return [ratioRow("create + cancel over REST : the same written straight through pg", ratio, { least: 0.6 }, details)];
};

/** The text of the query that a read of ours sends, as recorded from itself. */
async function recorded(database: BenchDatabase, read: (db: Kysely<DB>) => Promise<unknown>): Promise<string> {
  const queries: CompiledQuery[] = [];
  const pool = new pg.Pool({ connectionString: database.appUrl, max: 1 });
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }), log: ({ query }) => void queries.push(query) });
  await read(db);
  await db.destroy();
  const [query] = queries;
  if (queries.length !== 1 || !query) throw new Error(`a read sent ${queries.length} queries`);
  return query.sql;
}

interface Reads {
  name: string;
  paths: string[];
}

async function readsOf(database: BenchDatabase): Promise<Reads[]> {
  const pool = new pg.Pool({ connectionString: database.adminUrl, max: 1 });
  const { rows } = await pool.query<{ path: string }>(
    "select '/v1/nodes/' || node_id || '/reservations/' || id as path from reservations order by id desc limit 2000",
  );
  await pool.end();
  const nodes = Array.from({ length: database.size.nodes }, (_, n) => `/v1/nodes/${nodeId(n)}/reservations/units`);
  return [
    { name: "read a reservation", paths: rows.map((row) => row.path) },
    { name: "list a node's units", paths: nodes },
  ];
}

async function bareServer(stage: Stage, database: BenchDatabase): Promise<Server> {
  const scope = { orgId: database.platformId, isPlatform: true };
  const reservation = await recorded(database, (db) => findReservation(db, "n", "r", "see", scope));
  const units = await recorded(database, (db) => readNodeState(db, "n", "see", scope));
  const routes = { "6res": { text: reservation, values: [3, 5] }, "6uni": { text: units, values: [3] } };
  const env = { DATABASE_URL: database.appUrl, BARE_ROUTES: JSON.stringify(routes) };
  return serverOf(await stage.spawn({ program: "scripts/bench/load/bare-server.ts", env }));
}

async function mountedServer(stage: Stage, database: BenchDatabase): Promise<Server> {
  const env = {
    DATABASE_URL: database.appUrl,
    AUTH_SECRET: "a secret of nobody at all, long enough",
    RATE_LIMIT_PER_MINUTE: "0",
  };
  return serverOf(await stage.spawn({ program: "scripts/bench/load/next-server.ts", env }));
}

/** Reads over REST against bare Node with the same query, and against the framework's own route. */
export const restReads: Figure = async (stage, settings) => {
  const database = await stage.database(middling(settings));
  const server = await stage.server(database);
  const bare = await bareServer(stage, database);
  const mounted = await mountedServer(stage, database);
  const rows: Row[] = [];
  for (const { name, paths } of await readsOf(database)) {
    const at =
      ({ port }: Server) =>
      () =>
        stage.load({
          kind: "http",
          ports: [port],
          key: database.key,
          clients: CLIENTS,
          ms: settings.roundMs,
          work: { kind: "read", paths },
        });
    const [ours = [], plain = [], framework = []] = await alternate(settings.rounds, [
      at(server),
      at(bare),
      at(mounted),
    ]);
    const [a, b, c] = [perSecond(ours), perSecond(plain), perSecond(framework)];
    rows.push(
      ratioRow(
        `${name} over REST : bare Node with the same query`,
        ratioOf(a, b),
        { least: 0.5 },
        `${rate(ours)} against ${rate(plain)}`,
      ),
      ratioRow(
        `${name} over REST : as a route of the framework`,
        ratioOf(a, c),
        {},
        `${rate(ours)} against ${rate(framework)}`,
      ),
    );
  }
  rows.push(await ceiling(stage, database, bare, settings));
  return rows;
};

/** What the maker of load could do at most: no figure above may come near it. */
async function ceiling(stage: Stage, database: BenchDatabase, bare: Server, settings: Settings): Promise<Row> {
  const work = { kind: "read" as const, paths: ["/nothing"] };
  const outcome = await stage.load({
    kind: "http",
    ports: [bare.port],
    key: database.key,
    clients: CLIENTS,
    ms: settings.roundMs,
    work,
  });
  return { figure: "the load generator at a server that does nothing", value: `${round(outcome.perSecond)}/s` };
}
