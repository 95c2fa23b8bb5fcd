import type { Browser, BrowserContext, BrowserContextOptions } from "@playwright/test";
import { openTestCluster } from "@/db/testing/cluster";
import { createTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { startServer } from "@/e2e/fixtures/server";
import { launch, signedIn } from "./console-browser";
import { type Demo, seedThrowaway } from "./demo";

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
    const demo = await seedThrowaway(database.appUrl);
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
