import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { inTurn, root, run, StartError } from "./setup.mjs";

/** What the framework reads of a checkout; an image's build is sent nothing else (.dockerignore). */
export const sources = ["app", "components", "server", "db", "public"];
export const single =
  /^((instrumentation|instrumentation-client|middleware|proxy)\.ts$|next\.config\.|postcss\.config\.|tsconfig\.json$|package-lock\.json$)/;
const notBuilt = /\.test\.tsx?$|^db\/(testing|embedded|migrations)\//;
const stampFile = path.join(root, ".next", "holdfast-build.json");

/** Changes when anything changes that a build could read. */
export function fingerprint(): string {
  const files = [
    ...sources.flatMap((dir) => walk(path.join(root, dir))),
    ...fs.readdirSync(root).filter((name) => single.test(name)),
  ];
  const hash = createHash("sha256");
  for (const file of files.filter((name) => !notBuilt.test(name)).sort()) {
    const content = fs.readFileSync(path.join(root, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

function walk(dir: string): string[] {
  if (!fs.existsSync(dir)) return [];
  const paths = fs.readdirSync(dir, { recursive: true, encoding: "utf8" }).map((name) => path.join(dir, name));
  return paths.filter((file) => fs.statSync(file).isFile()).map((file) => path.relative(root, file));
}

function builtFingerprint(): string {
  try {
    return (JSON.parse(fs.readFileSync(stampFile, "utf8")) as { fingerprint: string }).fingerprint;
  } catch {
    return "";
  }
}

/** Builds the console unless the build that is there was made from these sources. */
export async function ensureBuilt(say: (line: string) => void): Promise<void> {
  if (builtFingerprint() === fingerprint()) return;
  await inTurn(say, async () => {
    const wanted = fingerprint();
    if (builtFingerprint() === wanted) return;
    say("Building the console; this takes a minute.");
    fs.rmSync(stampFile, { force: true });
    const next = path.join(root, "node_modules", "next", "dist", "bin", "next");
    const env = { ...process.env, NODE_ENV: "production" as const, NEXT_TELEMETRY_DISABLED: "1" };
    const done = await run(process.execPath, [next, "build"], { env });
    if (done.code !== 0) {
      process.stdout.write(done.output.slice(-8000));
      throw new StartError("Building the console failed: what the build said is above.");
    }
    fs.writeFileSync(stampFile, JSON.stringify({ fingerprint: wanted }));
  });
}
