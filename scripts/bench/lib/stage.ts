import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from "@playwright/test";
import { openTestCluster } from "@/db/testing/cluster";
import { createTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { startServer } from "@/e2e/fixtures/server";
import { type Demo, seedDemo } from "../../lib/demo";

export interface Stage {
  url: string;
  database: TestDatabase;
  /** What the demo fleet's seed made: a sign-in and a key. */
  demo: Demo;
  browser: Browser;
  /** A context of the demo's admin, signed in. */
  signedIn(options?: BrowserContextOptions): Promise<BrowserContext>;
  close(): Promise<void>;
}

const launch = () =>
  chromium.launch({
    ...(process.env.HOLDFAST_CHROMIUM && { executablePath: process.env.HOLDFAST_CHROMIUM }),
    args: ["--no-sandbox", "--disable-gpu", "--font-render-hinting=none"],
  });

async function signIn(browser: Browser, url: string, { email, password }: Demo) {
  const context = await browser.newContext();
  const reply = await context.request.post(`${url}/api/trpc/session.signIn`, {
    headers: { origin: url },
    data: { email, password },
  });
  if (!reply.ok()) throw new Error(`the demo's admin could not sign in: ${await reply.text()}`);
  const state = await context.storageState();
  await context.close();
  return state;
}

/** A throwaway database with the demo fleet, the built server on it, and a browser: all gone again after `close`. */
export async function openStage(label: string): Promise<Stage> {
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
    const storageState = await signIn(browser, server.url, demo);
    const signedIn = (options: BrowserContextOptions = {}) =>
      browser.newContext({
        baseURL: server.url,
        storageState,
        locale: "en-GB",
        timezoneId: "Europe/Berlin",
        ...options,
      });
    return { url: server.url, database, demo, browser, signedIn, close };
  } catch (error) {
    await close();
    throw error;
  }
}
