/** A lock file that names its holder; plain JavaScript because it is needed before any package is installed. */
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * @typedef {{ pid: number, born: string, stopping?: boolean }} Holder
 * @typedef {{ markStopping(): void, release(): void, tookOver: boolean }} PidLock
 */

/**
 * When a process was born, "" when it does not run. A pid alone is not enough: pids come back, in containers at once.
 * A zombie counts as gone: it holds nothing, and without an init process nobody ever reaps it.
 * @param {number} pid
 * @returns {string}
 */
export function bornAt(pid) {
  if (!Number.isInteger(pid) || pid <= 0) return "";
  if (process.platform === "linux") {
    try {
      const fields = fs
        .readFileSync(`/proc/${pid}/stat`, "utf8")
        .replace(/^.*\) /s, "")
        .split(" ");
      const boot = fs.readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
      return fields[0] === "Z" || fields[0] === "X" ? "" : `${boot} ${fields[19]}`;
    } catch {
      return "";
    }
  }
  try {
    const options = { encoding: /** @type {const} */ ("utf8"), env: { ...process.env, LC_ALL: "C" } };
    const [state = "", ...born] = execFileSync("ps", ["-o", "stat=,lstart=", "-p", `${pid}`], options)
      .trim()
      .split(/\s+/);
    return state.startsWith("Z") ? "" : born.join(" ");
  } catch {
    return "";
  }
}

/**
 * @param {string} file
 * @returns {Holder | undefined}
 */
function readHolder(file) {
  try {
    const holder = JSON.parse(fs.readFileSync(file, "utf8"));
    return Number.isInteger(holder?.pid) && typeof holder.born === "string" ? holder : { pid: 0, born: "" };
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === "ENOENT" ? undefined : { pid: 0, born: "" };
  }
}

/**
 * The living process that holds the lock, if any.
 * @param {string} file
 * @returns {Holder | undefined}
 */
export function lockHolder(file) {
  const holder = readHolder(file);
  return holder && holder.born !== "" && bornAt(holder.pid) === holder.born ? holder : undefined;
}

/**
 * @param {string} file
 * @param {Holder} holder
 * @returns {boolean} false when somebody else was first
 */
function tryCreate(file, holder) {
  const draft = `${file}.${randomBytes(6).toString("hex")}`;
  fs.writeFileSync(draft, JSON.stringify(holder), { mode: 0o600, flag: "wx" });
  try {
    fs.linkSync(draft, file);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "EEXIST") return false;
    throw error;
  } finally {
    fs.rmSync(draft, { force: true });
  }
}

/**
 * Moves a dead holder's file away. Of two that try, the second may catch the first one's fresh lock: it puts it back.
 * @param {string} file
 */
function clearStale(file) {
  const aside = `${file}.${randomBytes(6).toString("hex")}`;
  try {
    fs.renameSync(file, aside);
    if (lockHolder(aside)) fs.linkSync(aside, file);
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code !== "ENOENT" && code !== "EEXIST") throw error;
  } finally {
    fs.rmSync(aside, { force: true });
  }
}

/**
 * Takes the lock, or returns its living holder once patience ran out. A holder that said it is stopping is waited for.
 * @param {string} file
 * @param {{ patienceMs?: number, stoppingPatienceMs?: number, onWait?: (holder: Holder) => void, onStopping?: () => void }} [options]
 * @returns {Promise<{ lock: PidLock, holder?: undefined } | { lock?: undefined, holder: Holder }>}
 */
export async function acquirePidLock(
  file,
  { patienceMs = 0, stoppingPatienceMs = patienceMs, onWait, onStopping } = {},
) {
  const self = { pid: process.pid, born: bornAt(process.pid) };
  const started = Date.now();
  let tookOver = false;
  let toldWait = false;
  let toldStopping = false;
  for (;;) {
    if (tryCreate(file, self)) return { lock: heldLock(file, self, tookOver) };
    const holder = lockHolder(file);
    if (!holder) {
      tookOver = true;
      clearStale(file);
      continue;
    }
    if (Date.now() - started >= (holder.stopping ? stoppingPatienceMs : patienceMs)) return { holder };
    if (!toldWait) onWait?.(holder);
    toldWait = true;
    if (!toldStopping && holder.stopping) onStopping?.();
    toldStopping ||= holder.stopping === true;
    await sleep(100);
  }
}

/**
 * @param {string} file
 * @param {Holder} self
 * @param {boolean} tookOver
 * @returns {PidLock}
 */
function heldLock(file, self, tookOver) {
  const mine = () => {
    const holder = readHolder(file);
    return holder?.pid === self.pid && holder.born === self.born;
  };
  return {
    tookOver,
    markStopping() {
      if (!mine()) return;
      const draft = `${file}.${randomBytes(6).toString("hex")}`;
      fs.writeFileSync(draft, JSON.stringify({ ...self, stopping: true }), { mode: 0o600 });
      fs.renameSync(draft, file);
    },
    release() {
      if (mine()) fs.rmSync(file, { force: true });
    },
  };
}
