import type { Browser, BrowserContext, BrowserContextOptions } from "@playwright/test";
import { openTestCluster } from "@/db/testing/cluster";
import { createTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { startServer } from "@/e2e/fixtures/server";
import { launch, signedIn } from "../bench/lib/browser";
import { type Demo, seedDemo } from "./demo";

export interface DemoStage {
  url: string;
  database: TestDatabase;
  /** What the demo fleet's seed made: a sign-in and a key. */
  demo: Demo;
  browser: Browser;
  /** A context of the demo's admin, signed in. */
  signedIn(options?: BrowserContextOptions): Promise<BrowserContext>;
  close(): Promise<void>;
}

/** A throwaway database with the demo fleet, the built server on it, and a browser: all gone again after `close`. */
export async function openStage(label: string): Promise<DemoStage> {
  const closing: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const each of closing.reverse()) await each().catch(() => undefined);
  };
  try {
    const cluster = await openTestCluster();
    closing.push(() => cluster.close());
    const database = await createTestDatabase(label);
    closing.push(() => database.drop());
    const settings = { DATABASE_URL: database.appUrl, AUTH_SECRET: "a secret of a database that is thrown away" };
    const demo = await seedDemo(
      { ...process.env, ...settings, PUBLIC_URL: "http://localhost", LOG_LEVEL: "warn" },
      undefined,
    );
    if (!demo) throw new Error("the demo fleet was not made: the database was not new");
    const server = await startServer(database.appUrl);
    closing.push(() => server.stop());
    const browser = await launch();
    closing.push(() => browser.close());
    return {
      url: server.url,
      database,
      demo,
      browser,
      signedIn: (options = {}) => signedIn(browser, server.url, demo, options),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
