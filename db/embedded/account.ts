import { execFileSync, type SpawnOptions, spawnSync } from "node:child_process";
import fs from "node:fs";
import type { Binaries } from "./binaries";
import { EmbeddedError } from "./error";

export interface Account {
  name: string;
  uid: number;
  gid: number;
}

/** How a Postgres program is started: under which account, and with what in front of it. */
export interface Launcher {
  account: Account | undefined;
  command(program: string, args: string[]): { file: string; args: string[]; options: SpawnOptions };
}

/** Postgres refuses to run as root; undefined means: run as ourselves. */
export function chooseAccount(clusterDir: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  return ownerOf(clusterDir) ?? lookUp("postgres") ?? lookUp("holdfast") ?? createAccount();
}

function ownerOf(dir: string): Account | undefined {
  const stat = fs.statSync(dir, { throwIfNoEntry: false });
  return stat && stat.uid !== 0 ? { name: `uid ${stat.uid}`, uid: stat.uid, gid: stat.gid } : undefined;
}

function lookUp(name: string): Account | undefined {
  const id = (flag: string) =>
    Number.parseInt(execFileSync("id", [flag, name], { encoding: "utf8", stdio: "pipe" }), 10);
  try {
    return { name, uid: id("-u"), gid: id("-g") };
  } catch {
    return undefined;
  }
}

const waysToCreate: string[][][] = [
  [
    [
      "useradd",
      "--system",
      "--user-group",
      "--no-create-home",
      "--home-dir",
      "/nonexistent",
      "--shell",
      "/bin/false",
      "holdfast",
    ],
  ],
  [["adduser", "--system", "--group", "--no-create-home", "--shell", "/bin/false", "holdfast"]],
  [
    ["addgroup", "-S", "holdfast"],
    ["adduser", "-S", "-D", "-H", "-s", "/bin/false", "-G", "holdfast", "holdfast"],
  ],
];

function createAccount(): Account {
  const env = { ...process.env, PATH: `${process.env.PATH ?? ""}:/usr/sbin:/sbin` };
  for (const way of waysToCreate) {
    for (const [file = "", ...args] of way) spawnSync(file, args, { stdio: "ignore", env });
    const account = lookUp("holdfast");
    if (account) return account;
  }
  throw new EmbeddedError(
    "Postgres does not run as root and no account for it could be created: create a user named holdfast or set DATABASE_URL.",
  );
}

/**
 * The folders above the data or the packages may be closed to Postgres' account (a root-only folder). Rather than
 * opening them, Postgres then gets the one capability that passes through; access(2) heeds it under no_setuid_fixup.
 */
export function chooseLauncher(binaries: Binaries, dataDir: string, account: Account | undefined): Launcher {
  const launchers = setprivPrefixes(account).map((prefix) => launcherWith(account, prefix));
  const found = [...launchers, launcherWith(account, [])].find((launcher) => reaches(launcher, binaries, dataDir));
  if (found) return found;
  if (!account) throw new EmbeddedError(`Postgres can't be run from ${binaries.postgres} with its data in ${dataDir}.`);
  throw new EmbeddedError(
    `Postgres runs as ${account.name}, which can't enter ${dataDir} or ${binaries.postgres}: install setpriv, use a folder it can enter, or set DATABASE_URL.`,
  );
}

function setprivPrefixes(account: Account | undefined): string[][] {
  if (process.platform !== "linux") return [];
  const base = ["setpriv", "--pdeathsig", "INT"];
  if (!account) return [base];
  const identity = [
    ...base,
    "--reuid",
    `${account.uid}`,
    "--regid",
    `${account.gid}`,
    "--clear-groups",
    "--no-new-privs",
  ];
  const passing = (capability: string) => [
    ...identity,
    "--securebits=+no_setuid_fixup",
    ...["--inh-caps", "--ambient-caps", "--bounding-set"].map((set) => `${set}=-all,+${capability}`),
  ];
  return [identity, passing("dac_read_search"), passing("dac_override")];
}

function launcherWith(account: Account | undefined, prefix: string[]): Launcher {
  const [wrapper, ...wrapperArgs] = prefix;
  const env = { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" } as unknown as NodeJS.ProcessEnv;
  return {
    account,
    command(program, args) {
      if (wrapper) return { file: wrapper, args: [...wrapperArgs, program, ...args], options: { env } };
      return { file: program, args, options: { env, ...(account && { uid: account.uid, gid: account.gid }) } };
    },
  };
}

function reaches(launcher: Launcher, binaries: Binaries, dataDir: string): boolean {
  const script = 'test -x "$1" && test -x "$2" && "$1" --version';
  const { file, args, options } = launcher.command("/bin/sh", ["-c", script, "sh", binaries.postgres, `${dataDir}/.`]);
  return spawnSync(file, args, { ...options, cwd: dataDir, stdio: "ignore" }).status === 0;
}
