import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { bearer, hear } from "@/e2e/fixtures/doors";
import type { Finding } from "./finding";
import { races } from "./races";
import { type House, makeFolder, openKeep, untilReady } from "./world";

const WHAT = "the same while the disk of the embedded Postgres is full";
const DISK_MB = 320;
const FULL_MS = 4_000;
const CHUNKS = [1 << 20, 1 << 16, 1 << 12];

/** Takes all the room there is; Postgres gives some back now and then, which is taken too. */
function fill(file: string): void {
  const handle = fs.openSync(file, "a");
  try {
    for (const size of CHUNKS) {
      const chunk = Buffer.alloc(size, 1);
      try {
        while (fs.writeSync(handle, chunk) === size);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
      }
    }
  } finally {
    fs.closeSync(handle);
  }
}

/** What a server answers that was just told to make something, and that is then asked whether it can work. */
async function askBoth(url: string): Promise<string[]> {
  const body = JSON.stringify({ name: `Full ${"x".repeat(180)}` });
  const made = await hear(`${url}/v1/orgs`, { method: "POST", headers: bearer, body });
  const { status } = await hear(`${url}/ready`);
  const found: string[] = [];
  if (![201, 503].includes(made.status)) found.push(`a change on a full disk answered ${made.status}: ${made.text}`);
  if (made.status === 503 && status === 200 && made.text.includes("no room")) found.push("/ready was 200 without room");
  return found;
}

async function overflow(house: House, disk: string, counts: { full: number; refused: number }): Promise<string[]> {
  const ballast = path.join(disk, "ballast");
  const found: string[] = [];
  try {
    for (const until = performance.now() + FULL_MS; performance.now() < until; await sleep(100)) {
      fill(ballast);
      for (const url of house.urls) found.push(...(await askBoth(url)));
    }
    counts.full += 1;
    const states = await Promise.all(house.urls.map((url) => hear(`${url}/ready`)));
    counts.refused += states.filter(({ status }) => status === 503).length;
  } finally {
    fs.rmSync(ballast, { force: true });
  }
  for (const url of house.urls)
    if (!(await untilReady(url))) found.push(`${url} was not ready a minute after there was room`);
  return found;
}

/** A disk of its own that is filled again and again: what was answered is kept, and it goes on by itself. */
export async function fullDisk(calls: number): Promise<Finding> {
  const disk = makeFolder();
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${DISK_MB}m,mode=0711`, "holdfast-prove", disk], {
      stdio: "pipe",
    });
  } catch {
    fs.rmSync(disk, { recursive: true, force: true });
    return { what: WHAT, amount: "nothing", found: ["NOT RUN: a small disk can be made by root on Linux only"] };
  }
  const found: string[] = [];
  const counts = { full: 0, refused: 0 };
  try {
    const keep = await openKeep({ dataDir: path.join(disk, "data"), keepUp: true });
    const trouble = async (house: House) => void found.push(...(await overflow(house, disk, counts)));
    const finding = await races(WHAT, calls, trouble, keep);
    if (counts.refused === 0) found.push("no server ever said that it was out of room: nothing was proved");
    const details = { ...finding.details, "times full": counts.full, "servers that said so": counts.refused };
    return { ...finding, found: [...finding.found, ...found], details };
  } finally {
    execFileSync("umount", [disk]);
    fs.rmSync(disk, { recursive: true, force: true });
  }
}
