import { spawnSync } from "node:child_process";
import { fuzzConsole } from "@/e2e/fuzz/console";
import { ApiDocument } from "@/e2e/fuzz/document";
import { fuzz, type Volley } from "@/e2e/fuzz/fuzz";
import { targetIn } from "@/e2e/fuzz/target";
import type { Finding } from "./finding";
import { House } from "./world";

/**
 * What the server's heap may hold at most: not much more than it needs to work at all. Node gives back what nobody needs when it
 * likes, so that what a process takes rises and falls by 150 MB and says little; one that kept anything of each request would
 * end in the middle for want of room.
 */
const HEAP_MB = 192;
const LOOK_MS = 500;

/** Resident memory of a process, in MB: none of one that has ended. */
const memoryOf = (pid: number): number =>
  Math.round(Number(spawnSync("ps", ["-o", "rss=", "-p", `${pid}`]).stdout.toString()) / 1024);

/** The most that a process takes while something is done. */
async function mostDuring<T>(pid: number, work: Promise<T>): Promise<{ result: T; most: number }> {
  let most = memoryOf(pid);
  const looking = setInterval(() => {
    most = Math.max(most, memoryOf(pid));
  }, LOOK_MS);
  const result = await work.finally(() => clearInterval(looking));
  return { result, most };
}

/** Requests made from the published document, and such as no document describes, by the tens of thousands. */
export async function shots(count: number): Promise<Finding> {
  const settings = { NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}` };
  const { house, close } = await House.open(1, { settings });
  const seed = Number(process.env.PROVE_SEED ?? Date.now() % 1_000_000);
  try {
    const target = await targetIn(house.world);
    const document = await ApiDocument.of(target.url);
    const { pid } = house.world.servers[0];
    const volley = async (fire: () => Promise<Volley>) => {
      const gone = (error: unknown): Volley => ({ shots: 0, byStatus: {}, found: [`no server answers: ${error}`] });
      return await mostDuring(pid, fire().catch(gone));
    };
    const rest = await volley(() => fuzz(document, target, count, seed));
    const console = await volley(() => fuzzConsole(house.world, target, count / 2, seed));
    return {
      what: "requests made from the published document, calls made from the console's router, and others",
      amount: `${count} and ${count / 2} with a heap of ${HEAP_MB} MB, ${Math.max(rest.most, console.most)} MB taken at most, seed ${seed}`,
      found: [...rest.result.found, ...console.result.found, ...house.faults()],
      details: Object.fromEntries(
        [rest, console].flatMap(({ result }, index) =>
          Object.entries(result.byStatus).map(([status, times]) => [`${["REST", "console"][index]} ${status}`, times]),
        ),
      ),
    };
  } finally {
    await close();
  }
}
