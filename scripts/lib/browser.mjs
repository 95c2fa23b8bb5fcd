/** A Chromium for the browser tests: one that is there, else one that can be had. */
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { root, run, StartError } from "./setup.mjs";

/** The one without windows first: it draws the same pages for three quarters of the time. */
const names = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "chrome",
];
const places = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** Some distributions install a command that only says where to get the browser, so a candidate has to prove itself. */
const works = (/** @type {string} */ file) => {
  const args = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"];
  const probe = spawnSync(file, [...args, "--dump-dom", "about:blank"], { encoding: "utf8", timeout: 60_000 });
  return probe.status === 0 && probe.stdout.includes("<html");
};

/**
 * @returns {Promise<string | undefined>}
 */
async function find() {
  const folders = [...(process.env.PATH ?? "").split(path.delimiter), "/usr/bin", "/usr/local/bin", "/snap/bin"];
  const own = (await import("@playwright/test")).chromium.executablePath();
  const candidates = [...names.flatMap((name) => folders.map((dir) => path.join(dir, name))), ...places, own];
  return [...new Set(candidates)].find((file) => file && fs.existsSync(file) && works(file));
}

/**
 * @param {(line: string) => void} say
 * @returns {Promise<string>} the path of a Chromium that starts
 */
export async function ensureBrowser(say) {
  const told = process.env.CHROMIUM_PATH?.trim();
  if (told) {
    if (fs.existsSync(told) && works(told)) return told;
    throw new StartError(`CHROMIUM_PATH ${told} is no browser that starts.`);
  }
  const there = await find();
  if (there) return there;
  say("Installing a browser for the tests.");
  let said = "";
  for (const attempt of ways()) {
    const done = await attempt();
    said += done.output;
    const found = done.code === 0 ? await find() : undefined;
    if (found) return found;
  }
  process.stdout.write(said.slice(-3000));
  throw new StartError(
    "No browser for the tests could be found or installed: set CHROMIUM_PATH to a Chromium or Chrome.",
  );
}

/** As root the distribution's package comes first: it brings the libraries a bare download lacks. */
function ways() {
  const isRoot = process.getuid?.() === 0;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: "15000" };
  const cli = path.join(root, "node_modules", "@playwright", "test", "cli.js");
  const download = () => run(process.execPath, [cli, "install", "chromium"], { env, timeoutMs: 5 * 60_000 });
  const update = () => run("apt-get", ["update"], { env, timeoutMs: 5 * 60_000 });
  const apt = (/** @type {string} */ name) => {
    const args = ["install", "-y", "--no-install-recommends", "-o", "DPkg::Lock::Timeout=300", name];
    return run("apt-get", args, { env, timeoutMs: 15 * 60_000 });
  };
  if (!isRoot || !fs.existsSync("/usr/bin/apt-get")) return [download];
  return [update, () => apt("chromium-headless-shell"), () => apt("chromium"), download];
}
