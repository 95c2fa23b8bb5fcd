import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Launcher } from "./account";
import { EmbeddedError } from "./error";
import { bornAt } from "./pid-lock.mjs";

export interface Postmaster {
  /** Settles when Postgres has ended, for whatever reason. */
  ended: Promise<void>;
  running(): boolean;
  /** Rolls back what is open, writes a checkpoint and ends. */
  stop(): Promise<void>;
}

export interface PostmasterOptions {
  postgres: string;
  clusterDir: string;
  logFile: string;
  launcher: Launcher;
  port: number;
  durable: boolean;
}

const maxLogBytes = 8 * 1024 * 1024;

export function launchPostmaster(options: PostmasterOptions): Postmaster {
  const { postgres, clusterDir, logFile, launcher, port, durable } = options;
  if ((fs.statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > maxLogBytes)
    fs.renameSync(logFile, `${logFile}.1`);
  const log = fs.openSync(logFile, "a", 0o600);
  const flags = Object.entries(settings(port, durable)).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const { file, args, options: spawnOptions } = launcher.command(postgres, ["-D", clusterDir, ...flags]);
  // A session of its own: Ctrl-C must reach us first, so that the server finishes before its database ends.
  const child = spawn(file, args, { ...spawnOptions, cwd: clusterDir, detached: true, stdio: ["ignore", log, log] });
  fs.closeSync(log);
  const ended = new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
    child.once("error", () => resolve());
  });
  const running = () => child.pid !== undefined && child.exitCode === null && child.signalCode === null;
  return { ended, running, stop: () => stopChild(child, ended, running) };
}

function settings(port: number, durable: boolean): Record<string, string | number> {
  return {
    port,
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    max_connections: 100,
    shared_buffers: "128MB",
    effective_cache_size: "512MB",
    work_mem: "8MB",
    maintenance_work_mem: "64MB",
    timezone: "UTC",
    log_timezone: "UTC",
    log_line_prefix: "%m [%p] %q%u@%d ",
    log_checkpoints: "off",
    password_encryption: "scram-sha-256",
    ...(durable
      ? { fsync: "on", synchronous_commit: "on", full_page_writes: "on", max_wal_size: "512MB" }
      : { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_wal_size: "2GB", autovacuum: "off" }),
  };
}

async function stopChild(child: ChildProcess, ended: Promise<void>, running: () => boolean): Promise<void> {
  for (const [signal, patience] of [
    ["SIGINT", 30_000],
    ["SIGQUIT", 10_000],
    ["SIGKILL", 5_000],
  ] as const) {
    if (!running()) return;
    child.kill(signal);
    const deadline = new AbortController();
    await Promise.race([ended, sleep(patience, undefined, { signal: deadline.signal }).catch(() => undefined)]);
    deadline.abort();
  }
}

/**
 * A killed server leaves Postgres running or its pid file behind. Ends the one, and removes the other only when its
 * pid is another program's by now: Postgres' own check for survivors needs the file in every other case.
 */
export async function recoverCluster(clusterDir: string): Promise<void> {
  const file = path.join(clusterDir, "postmaster.pid");
  const pid = Number.parseInt(readText(file).split("\n")[0] ?? "", 10);
  if (!(pid > 0)) return;
  if (!isPostgresOn(pid, clusterDir)) {
    if (processExists(pid)) fs.rmSync(file, { force: true });
    return;
  }
  for (const [signal, patience] of [
    ["SIGINT", 30_000],
    ["SIGQUIT", 10_000],
    ["SIGKILL", 5_000],
  ] as const) {
    signalIfAlive(pid, signal);
    if (await gone(pid, patience)) return;
  }
  throw new EmbeddedError(
    `A Postgres left over from an earlier run (pid ${pid}) does not end: stop it and start again.`,
  );
}

function readText(file: string): string {
  return fs.existsSync(file) ? fs.readFileSync(file, "utf8") : "";
}

/** Wider than "is alive": a zombie exists too, and Postgres would take it for a running server. */
function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function signalIfAlive(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

async function gone(pid: number, patience: number): Promise<boolean> {
  for (const deadline = Date.now() + patience; Date.now() < deadline; await sleep(50)) {
    if (bornAt(pid) === "") return true;
  }
  return false;
}

function isPostgresOn(pid: number, clusterDir: string): boolean {
  if (bornAt(pid) === "") return false;
  if (process.platform === "linux") {
    const args = readText(`/proc/${pid}/cmdline`).split("\0");
    return path.basename(args[0] ?? "").startsWith("postgres") && args.includes(clusterDir);
  }
  try {
    const command = execFileSync("ps", ["-o", "command=", "-p", `${pid}`], { encoding: "utf8" });
    return command.includes("postgres") && command.includes(clusterDir);
  } catch {
    return false;
  }
}

/** The last complaint in Postgres' log, for a message about a start that failed. */
export function lastComplaint(logFile: string): string {
  const lines = readText(logFile).trimEnd().split("\n").slice(-40);
  const line = lines.findLast((text) => /\b(FATAL|PANIC|ERROR):/.test(text)) ?? lines.at(-1) ?? "";
  return line.replace(/^.*?\b(FATAL|PANIC|ERROR):\s*/, "").trim();
}
