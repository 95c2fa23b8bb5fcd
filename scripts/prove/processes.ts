import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

/** A Postgres' own process and all those that work for it. */
export function postgresPids(dataDir: string): number[] {
  const file = path.join(dataDir, "postgres", "postmaster.pid");
  const postmaster = Number.parseInt(fs.existsSync(file) ? fs.readFileSync(file, "utf8") : "", 10);
  if (!(postmaster > 0)) return [];
  const all = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" }).trim().split("\n");
  const children = all
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === postmaster);
  return [postmaster, ...children.map(([pid]) => pid ?? 0)];
}

/** Sends a signal to all of them; one that is gone by now needs none. */
export function signalPostgres(dataDir: string, signal: NodeJS.Signals): void {
  for (const pid of postgresPids(dataDir)) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
}
