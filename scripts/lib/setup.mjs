/** What must work before any package is installed: plain JavaScript, Node's own modules only. */
import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { acquirePidLock } from "../../db/embedded/pid-lock.mjs";

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");

/** Something people can act on; the message is one sentence and all they get to see. */
export class StartError extends Error {
  name = "StartError";
}

/**
 * @param {string} [version]
 */
export function checkNode(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 9)) return;
  throw new StartError(`Node ${version} is too old: Holdfast needs Node 20.9 or later.`);
}

/**
 * Whether what npm says it installed is what the lock file asks for on this platform.
 * @param {string} dir
 * @returns {boolean}
 */
export function isInstalled(dir = root) {
  const wanted = readPackages(path.join(dir, "package-lock.json"));
  const found = readPackages(path.join(dir, "node_modules", ".package-lock.json"));
  if (!wanted || !found) return false;
  return Object.entries(wanted).every(([place, entry]) => {
    if (place === "") return true;
    if (found[place]) return found[place].version === entry.version;
    return entry.optional === true && !isForThisMachine(entry);
  });
}

/**
 * @typedef {{ version?: string, optional?: boolean, os?: string[], cpu?: string[], libc?: string[] }} Entry
 * @param {string} file
 * @returns {Record<string, Entry> | undefined}
 */
function readPackages(file) {
  try {
    return JSON.parse(fs.readFileSync(file, "utf8")).packages;
  } catch {
    return undefined;
  }
}

/**
 * @param {Entry} entry
 * @returns {boolean}
 */
function isForThisMachine({ os, cpu, libc }) {
  if (!os && !cpu) return false;
  return (
    !libc && (os ?? [process.platform]).includes(process.platform) && (cpu ?? [process.arch]).includes(process.arch)
  );
}

/**
 * Installs exactly what the lock file says, unless that is there already. Two commands at once take turns.
 * @param {(line: string) => void} say
 */
export async function ensureInstalled(say) {
  if (isInstalled()) return;
  await inTurn(say, async () => {
    if (isInstalled()) return;
    say("Installing packages; the first time this takes a minute or two.");
    // The build needs the development packages too, whatever NODE_ENV says.
    const done = await run(...npm("ci", "--include=dev", "--no-audit", "--no-fund"));
    if (done.code !== 0) {
      process.stdout.write(done.output.slice(-4000));
      throw new StartError("Installing packages failed: what npm said is above.");
    }
  });
}

/**
 * Installing and building write to the checkout, so only one process at a time may do it.
 * @template T
 * @param {(line: string) => void} say
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function inTurn(say, work) {
  const dir = path.join(root, ".data");
  fs.mkdirSync(dir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  const { lock, holder } = await acquirePidLock(path.join(dir, "setup.lock"), {
    patienceMs: 15 * 60_000,
    onWait: ({ pid }) => say(`Waiting for another command (pid ${pid}) that is installing or building here.`),
  });
  if (!lock) throw new StartError(`Another command (pid ${holder.pid}) is still installing or building here.`);
  try {
    return await work();
  } finally {
    lock.release();
  }
}

/**
 * @param {...string} args
 * @returns {[string, string[]]}
 */
export function npm(...args) {
  const cli = process.env.npm_execpath;
  return cli && /npm-cli\.[cm]?js$/.test(cli) ? [process.execPath, [cli, ...args]] : ["npm", args];
}

/** @type {Set<import("node:child_process").ChildProcess>} */
const children = new Set();

/** Ends the helpers that still run, for a command that was told to stop halfway. */
export function endHelpers() {
  for (const child of children) child.kill("SIGTERM");
}

/**
 * Runs a helper to its end and keeps what it said.
 * @param {string} file
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, echo?: boolean, separateErrors?: boolean, timeoutMs?: number }} [options]
 * @returns {Promise<{ code: number, output: string, errors: string }>}
 */
export function run(file, args, { env = process.env, echo = false, separateErrors = false, timeoutMs } = {}) {
  return new Promise((resolve) => {
    const child = spawn(file, args, { cwd: root, env, timeout: timeoutMs, stdio: ["ignore", "pipe", "pipe"] });
    children.add(child);
    let output = "";
    let errors = "";
    child.stdout.setEncoding("utf8").on("data", (chunk) => {
      output += chunk;
      if (echo) process.stdout.write(chunk);
    });
    child.stderr.setEncoding("utf8").on("data", (chunk) => {
      if (separateErrors) errors += chunk;
      else output += chunk;
      if (echo) process.stderr.write(chunk);
    });
    child.once("error", (error) => {
      children.delete(child);
      resolve({ code: 127, output: `${output}${error.message}\n`, errors });
    });
    child.once("close", (code) => {
      children.delete(child);
      resolve({ code: code ?? 1, output, errors });
    });
  });
}
