import pg from "pg";

const PROBE = { name: "holdfast_probe", text: "select $1::int", values: [1] };
/** There is no statement of this name, or there is one already: it was made over another connection. */
const LOST = new Set(["26000", "42P05"]);
const CONNECT_MS = 4_000;

/** Whether a connection still knows a named statement after others have had their turn. */
export async function keepsStatements(client: pg.Client, meanwhile: () => Promise<unknown>): Promise<boolean> {
  await client.query(PROBE);
  await meanwhile();
  return client.query(PROBE).then(
    () => true,
    (error: { code?: string }) => {
      if (LOST.has(error.code ?? "")) return false;
      throw error;
    },
  );
}

/** Settings that must hold for each of our sessions and don't: a pooler may ignore what is asked for at connect. */
export async function droppedSettings(ask: (text: string) => Promise<{ rows: { name: string }[] }>): Promise<string[]> {
  const { rows } = await ask(`
    select name from pg_settings
    where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') and setting = '0'
      or name = 'TimeZone' and setting not in ('UTC', 'Etc/UTC')
    order by name`);
  return rows.map(({ name }) => name);
}

/**
 * Why a server can't work through what stands between it and Postgres, in a sentence; undefined where it can. Two sessions,
 * so that a pooler which hands out connections by transaction gives the first another one the second time.
 */
export async function poolerProblem(config: pg.ClientConfig): Promise<string | undefined> {
  const [one, two] = [0, 1].map(() => new pg.Client({ ...config, connectionTimeoutMillis: CONNECT_MS })) as [
    pg.Client,
    pg.Client,
  ];
  for (const client of [one, two]) client.on("error", () => undefined);
  try {
    await Promise.all([one.connect(), two.connect()]);
    const kept = await keepsStatements(one, () => two.query("begin; select 1"));
    if (!kept) {
      return "DATABASE_URL leads through a pooler that loses named statements: it takes PgBouncer 1.21 or later with max_prepared_statements.";
    }
    const dropped = await droppedSettings((text) => one.query(text));
    if (dropped.length === 0) return undefined;
    return `DATABASE_URL leads through a pooler that drops ${dropped.join(", ")}: give them to the role, as docs/scaling.md says.`;
  } finally {
    await Promise.all([one.end(), two.end()].map((end) => end.catch(() => undefined)));
  }
}
