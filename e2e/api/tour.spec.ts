import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "../fixtures/world";

const PAGES = ["README.md", "docs/tour.md"];
const TOUR = /<!-- tour:start -->([\s\S]*?)<!-- tour:end -->/;
const BLOCK = /```bash\n([\s\S]*?)```/g;

interface Tour {
  commands: string;
  /** What the `# →` comments promise, in order. */
  promised: string[];
}

function tourOf(page: string): Tour | undefined {
  const marked = TOUR.exec(readFileSync(page, "utf8"))?.[1];
  if (marked === undefined) return undefined;
  const commands = [...marked.matchAll(BLOCK)].map((block) => block[1]).join("\n");
  const promised = [...commands.matchAll(/# → (.*)$/gm)].map((line) => line[1]?.trim() ?? "");
  return { commands, promised };
}

/** The page's own address and key give way to those of this run. */
const here = (commands: string, url: string, key: string): string =>
  commands
    .replace(/https?:\/\/(?:127\.0\.0\.1|localhost):\d+/g, () => url)
    .replace(/\bvl_(?:…|\.\.\.|[\w-]+)/g, () => key);

function run(
  script: string,
  env: NodeJS.ProcessEnv,
): Promise<{ code: number | null; said: string; complained: string }> {
  return new Promise((resolve, reject) => {
    const shell = spawn("bash", ["-euo", "pipefail", "-c", script], { env, stdio: ["ignore", "pipe", "pipe"] });
    const [said, complained]: [string[], string[]] = [[], []];
    shell.stdout.on("data", (chunk: Buffer) => said.push(chunk.toString()));
    shell.stderr.on("data", (chunk: Buffer) => complained.push(chunk.toString()));
    shell.once("error", reject);
    shell.once("close", (code) => resolve({ code, said: said.join(""), complained: complained.join("") }));
  });
}

for (const page of PAGES) {
  const tour = tourOf(page);
  if (!tour) continue;
  test(`the tour of ${page} runs as it stands`, async ({ world }) => {
    test.setTimeout(120_000);
    expect(tour.promised.length).toBeGreaterThan(0);
    const { url } = world.servers[0];
    const { code, said, complained } = await run(here(tour.commands, url, world.platform.key), {
      ...process.env,
      HOLDFAST_URL: url,
      HOLDFAST_KEY: world.platform.key,
    });
    expect([code, complained], said).toEqual([0, ""]);
    let from = 0;
    for (const line of tour.promised) {
      const at = said.indexOf(line, from);
      expect(at, `"${line}" stands in the output after what was promised before:\n${said}`).toBeGreaterThanOrEqual(0);
      from = at + line.length;
    }
  });
}

test("there is a tour", () => {
  expect(PAGES.filter((page) => tourOf(page))).toContain("docs/tour.md");
});
