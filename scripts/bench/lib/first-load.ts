import { gzipSync } from "node:zlib";
import type { BrowserContext, Response } from "@playwright/test";

export const GOAL_SCRIPT_KB = 250;

/** Scripts that a page loads until it is there, by their size compressed by gzip; what it fetches ahead later isn't in it. */
export async function firstLoad(context: BrowserContext, path: string): Promise<number> {
  const page = await context.newPage();
  const bodies: Promise<Buffer>[] = [];
  const note = (response: Response) => {
    if (response.request().resourceType() === "script" && response.ok()) bodies.push(response.body());
  };
  page.on("response", note);
  await page.goto(path, { waitUntil: "load" });
  page.off("response", note);
  const scripts = await Promise.all(bodies);
  await page.close();
  return scripts.reduce((sum, body) => sum + gzipSync(body).length, 0) / 1000;
}
