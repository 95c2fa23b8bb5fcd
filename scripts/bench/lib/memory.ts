import { execFileSync } from "node:child_process";
import fs from "node:fs";

/** Megabytes that a process holds for itself. */
export function rssMb(pid: number): number {
  const status = `/proc/${pid}/status`;
  const kb = fs.existsSync(status)
    ? /VmRSS:\s+(\d+)/.exec(fs.readFileSync(status, "utf8"))?.[1]
    : execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" });
  return Number(kb) / 1024;
}
