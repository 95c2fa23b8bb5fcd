import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from "@playwright/test";
import { ensureBrowser } from "./browser.mjs";
import { signIn } from "./sign-in";

const say = (line: string) => void process.stderr.write(`${line}\n`);

/** The browser that the tests run in, installed where there is none. */
export async function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.HOLDFAST_CHROMIUM ?? (await ensureBrowser(say)),
    args: ["--no-sandbox", "--disable-gpu", "--font-render-hinting=none"],
  });
}

/** A context in which somebody is signed in. */
export async function signedIn(
  browser: Browser,
  url: string,
  person: { email: string; password: string },
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: url, locale: "en-GB", timezoneId: "Europe/Berlin", ...options });
  const cookies = (await signIn(url, person)).split("; ").map((cookie) => {
    const [name = "", ...value] = cookie.split("=");
    return { name, value: value.join("="), url };
  });
  await context.addCookies(cookies);
  return context;
}
