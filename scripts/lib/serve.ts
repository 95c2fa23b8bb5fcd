import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { EmbeddedError } from "@/db/embedded/error";
import { keptSecret, remembered } from "@/db/embedded/memory";
import { type EmbeddedPostgres, startEmbedded } from "@/db/embedded/start";
import { migrateUp } from "@/db/migrate";
import { addressOf, type Env, EnvError, readEnv, type ServerEnv } from "@/server/env";
import { ensureBuilt } from "./build";
import { announce, seedDemo } from "./demo";
import { watchLauncher } from "./launcher";
import { checkDatabase, checkListen, shortReason } from "./preflight";
import { endHelpers, root, StartError } from "./setup.mjs";

const finishPatience = 60_000;
const readyPatience = 180_000;

/** Everything that runs, ended in the right order: the server finishes what is in flight, then its database stops. */
class Running {
  database: Promise<EmbeddedPostgres> | undefined;
  server: ChildProcess | undefined;
  stopping: Promise<void> | undefined;

  get isStopping(): boolean {
    return this.stopping !== undefined;
  }

  stop(): Promise<void> {
    this.stopping ??= this.#stop();
    return this.stopping;
  }

  async #stop(): Promise<void> {
    endHelpers();
    const database = await this.database?.catch(() => undefined);
    database?.announceStop();
    await endServer(this.server);
    await database?.stop();
  }
}

async function endServer(server: ChildProcess | undefined): Promise<void> {
  if (!server || server.exitCode !== null || server.signalCode !== null) return;
  const exited = new Promise((resolve) => server.once("exit", resolve));
  server.kill("SIGTERM");
  const timer = setTimeout(() => server.kill("SIGKILL"), finishPatience);
  await exited;
  clearTimeout(timer);
}

const say = (line: string) => {
  process.stdout.write(`${line}\n`);
};

export async function serve(flags: { dev: boolean }): Promise<void> {
  const running = new Running();
  process.stdout.on("error", () => undefined);
  process.stderr.on("error", () => undefined);
  const finish = async (code: number, sentence = "") => {
    if (sentence) process.stderr.write(`${sentence}\n`);
    await running.stop();
    process.exit(code);
  };
  let serving = false;
  for (const [signal, number] of [
    ["SIGTERM", 15],
    ["SIGINT", 2],
    ["SIGHUP", 1],
  ] as const) {
    process.on(signal, () => {
      if (running.isStopping) return;
      void finish(serving ? 0 : 128 + number);
    });
  }
  watchLauncher(() => void finish(1));
  try {
    await bringUp(running, flags);
    serving = true;
    await ended(running);
    if (!running.isStopping) await finish(1, "Holdfast stopped because its server or its database ended unexpectedly.");
  } catch (error) {
    if (running.isStopping) return;
    await finish(1, sentenceFor(error));
  }
}

function sentenceFor(error: unknown): string {
  const known = error instanceof EnvError || error instanceof EmbeddedError || error instanceof StartError;
  return known ? error.message : `Holdfast could not start: ${shortReason(error)}.`;
}

async function bringUp(running: Running, flags: { dev: boolean }): Promise<void> {
  const env = { ...readEnv(process.env), ...(flags.dev && { dev: true }) };
  // Where nothing was made yet nothing is, for a server that couldn't listen.
  if (!remembered(path.resolve(root, env.dataDir))) await checkListen(env.host, env.port, 0);
  const database = env.databaseUrl === undefined ? await startDatabase(running, env) : undefined;
  await checkListen(env.host, env.port, database?.recovered ? 5_000 : 0);
  if (env.databaseUrl !== undefined) await checkDatabase(env.databaseUrl);
  const settings = completeEnv(env, database);
  await migrate(database?.adminUrl ?? settings.databaseUrl);
  if (!settings.dev) await ensureBuilt(say);
  const variables = serverVariables(settings);
  const demo = settings.demo
    ? await seedDemo(variables, env.databaseUrl === undefined ? env.dataDir : undefined)
    : undefined;
  running.server = spawnServer(variables);
  await untilReady(running.server, settings);
  announce(settings, demo, say);
}

function startDatabase(running: Running, env: Env): Promise<EmbeddedPostgres> {
  running.database = startEmbedded({ dataDir: path.resolve(root, env.dataDir), log: say, keepUp: true });
  return running.database;
}

function completeEnv(env: Env, database: EmbeddedPostgres | undefined): ServerEnv {
  const databaseUrl = database?.appUrl ?? env.databaseUrl ?? "";
  // Kept beside the embedded database; readEnv has insisted on one for a database that was given.
  const authSecret = env.authSecret ?? keptSecret(path.join(path.resolve(root, env.dataDir), "auth-secret"));
  return { ...env, databaseUrl, authSecret };
}

async function migrate(adminUrl: string): Promise<void> {
  try {
    await migrateUp(adminUrl);
  } catch (error) {
    throw new StartError(`The database could not be migrated: ${shortReason(error)}.`);
  }
}

function serverVariables(env: ServerEnv): NodeJS.ProcessEnv {
  return {
    ...process.env,
    NODE_ENV: env.dev ? "development" : "production",
    NEXT_TELEMETRY_DISABLED: "1",
    HOLDFAST_DEV: env.dev ? "1" : "0",
    DATABASE_URL: env.databaseUrl,
    AUTH_SECRET: env.authSecret,
    PUBLIC_URL: env.publicUrl,
    PORT: `${env.port}`,
    HOST: env.host,
    ACCESS_LOG: env.accessLog ? "1" : "0",
    DEMO: env.demo ? "1" : "0",
  };
}

/** In a session of its own: Ctrl-C reaches it through us, once. */
function spawnServer(env: NodeJS.ProcessEnv): ChildProcess {
  const args = ["--import", "tsx", "--import", "./scripts/lib/follow-parent.mjs", "server/main.ts"];
  return spawn(process.execPath, args, {
    cwd: root,
    env,
    detached: true,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
}

async function untilReady(server: ChildProcess, env: ServerEnv): Promise<void> {
  for (const deadline = Date.now() + readyPatience; Date.now() < deadline; await sleep(100)) {
    if (server.exitCode !== null || server.signalCode !== null)
      throw new StartError("The server ended while it was starting.");
    const answer = await fetch(`${addressOf(env.host, env.port)}/ready`, { signal: AbortSignal.timeout(20_000) }).catch(
      () => undefined,
    );
    await answer?.body?.cancel();
    if (answer?.status === 200) return;
  }
  throw new StartError("The server did not become ready within three minutes.");
}

async function ended(running: Running): Promise<void> {
  const { server } = running;
  const database = await running.database;
  const serverEnded = new Promise<void>((resolve) => {
    if (!server || server.exitCode !== null || server.signalCode !== null) resolve();
    server?.once("exit", () => resolve());
  });
  await Promise.race([serverEnded, ...(database ? [database.ended] : [])]);
}
