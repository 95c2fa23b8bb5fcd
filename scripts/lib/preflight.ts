import net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { StartError } from "./setup.mjs";

/** Fails early and in words when nobody could listen there. A server that is just ending gets a moment. */
export async function checkListen(host: string, port: number, patienceMs: number): Promise<void> {
  for (const deadline = Date.now() + patienceMs; ; await sleep(100)) {
    const code = await listenError(host, port);
    if (code === undefined) return;
    if (code === "EADDRINUSE" && Date.now() < deadline) continue;
    if (code === "EADDRINUSE") throw new StartError(`PORT ${port} on ${host} is already in use.`);
    if (code === "EACCES") throw new StartError(`PORT ${port} needs rights this user does not have.`);
    throw new StartError(`HOST ${host} can't be listened on (${code}).`);
  }
}

function listenError(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? "unknown"));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}

const oldestMajor = 15;

/** One sentence for a database that can't be reached or used; never the address' password. */
export async function checkDatabase(connectionString: string): Promise<void> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 8_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ version: string }>("select current_setting('server_version_num') as version");
    const major = Math.floor(Number(rows[0]?.version) / 10_000);
    if (!(major >= oldestMajor)) {
      throw new StartError(`DATABASE_URL leads to Postgres ${major}, but Holdfast needs ${oldestMajor} or later.`);
    }
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`The database of DATABASE_URL can't be used (${shortReason(error)}).`);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The innermost reason on one line: a name with two addresses fails with one error for each. */
export function shortReason(error: unknown): string {
  const inner = error instanceof AggregateError ? (error.errors[0] as unknown) : error;
  const text = inner instanceof Error ? inner.message || inner.name : String(inner);
  return (text.split("\n")[0] ?? "").replace(/\.$/, "");
}
