import fs from "node:fs";
import path from "node:path";
import { addressOf, type ServerEnv } from "@/server/env";
import { root, run, StartError } from "./setup.mjs";

export interface Demo {
  email: string;
  password: string;
  key: string;
}

/**
 * Runs the seed, which does nothing on a database that is not new. What it made is told once, so on the embedded
 * database it is kept beside the data for the next start to print.
 */
export async function seedDemo(env: NodeJS.ProcessEnv, dataDir: string | undefined): Promise<Demo | undefined> {
  const file = dataDir === undefined ? undefined : path.join(path.resolve(root, dataDir), "demo.json");
  const command = ["--import", "tsx", "scripts/demo/seed.ts", ...(file ? [file] : [])];
  const seed = await run(process.execPath, command, { env, separateErrors: true });
  if (seed.code !== 0) {
    process.stdout.write(seed.errors.slice(-4000));
    throw new StartError("The demo fleet could not be created: the reason is above.");
  }
  const made = parseDemo(seed.output.trim().split("\n").at(-1) ?? "");
  return made ?? (file && fs.existsSync(file) ? parseDemo(fs.readFileSync(file, "utf8")) : undefined);
}

/** The same on a database that is new and will be thrown away. */
export async function seedThrowaway(databaseUrl: string): Promise<Demo> {
  const settings = { DATABASE_URL: databaseUrl, AUTH_SECRET: "a secret of a database that is thrown away" };
  const env = { ...process.env, ...settings, PUBLIC_URL: "http://localhost", LOG_LEVEL: "warn" };
  const demo = await seedDemo(env, undefined);
  if (!demo) throw new Error("the demo fleet was not made: the database was not new");
  return demo;
}

function parseDemo(text: string): Demo | undefined {
  try {
    const { email, password, key } = JSON.parse(text) as Partial<Demo>;
    return email && password && key ? { email, password, key } : undefined;
  } catch {
    return undefined;
  }
}

export function announce(env: ServerEnv, demo: Demo | undefined, say: (line: string) => void): void {
  const api = addressOf(env.host, env.port);
  say("");
  say(`Holdfast is ready at ${env.publicUrl}`);
  if (demo) say(`Demo sign-in: ${demo.email} with password ${demo.password}`);
  const bearer = demo?.key ?? (env.bootstrapApiKey ? "$BOOTSTRAP_API_KEY" : undefined);
  say(bearer ? `Try: curl -H "Authorization: Bearer ${bearer}" ${api}/v1/nodes` : `Try: curl ${api}/ready`);
  say("");
}
