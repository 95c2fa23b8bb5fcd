import path from "node:path";
import { EmbeddedError } from "@/db/embedded/error";
import { adminUrlOfRunning, startEmbedded } from "@/db/embedded/start";
import { EnvError, readEnv } from "@/server/env";
import { checkDatabase, shortReason } from "../lib/preflight";
import { root, StartError } from "../lib/setup.mjs";

/** A mistake of whoever typed the command; the message is one sentence. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/**
 * Works on the database that `npm start` would use, as its owner: the one of DATABASE_URL, the embedded one of a server
 * that runs, or the embedded one started for as long as the work takes.
 */
export async function withOwner<T>(work: (url: string) => Promise<T>): Promise<T> {
  // What only a server needs is not asked for here.
  const server = { AUTH_SECRET: "commands on the database sign nothing", PUBLIC_URL: "http://localhost" };
  const { databaseUrl, dataDir } = readEnv({ ...server, ...process.env });
  if (databaseUrl !== undefined) {
    await checkDatabase(databaseUrl);
    return work(databaseUrl);
  }
  const place = path.resolve(root, dataDir);
  const running = adminUrlOfRunning(place);
  if (running !== undefined) return work(running);
  const postgres = await startEmbedded({ dataDir: place });
  try {
    return await work(postgres.adminUrl);
  } finally {
    await postgres.stop();
  }
}

const SPOKEN = [EnvError, EmbeddedError, StartError, UsageError];

/** Runs a command: what is wrong is told in one sentence, with exit code 1. */
export async function command(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const isSpoken =
      SPOKEN.some((kind) => error instanceof kind) || (error instanceof Error && error.name === "BackupError");
    const sentence = isSpoken && error instanceof Error ? error.message : `It failed: ${shortReason(error)}.`;
    process.stderr.write(`${sentence}\n`);
    process.exitCode = 1;
  }
}
