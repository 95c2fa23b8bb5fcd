import { spawnSync } from "node:child_process";
import { ApiDocument } from "@/e2e/fuzz/document";
import { fuzz } from "@/e2e/fuzz/fuzz";
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
    const volley = fuzz(document, target, count, seed).catch((error: unknown) => ({
      found: [`no server answers any more: ${error}`],
      byStatus: {},
    }));
    const { result, most } = await mostDuring(pid, volley);
    return {
      what: "requests made from the published document, and others",
      amount: `${count} requests with a heap of ${HEAP_MB} MB, ${most} MB taken at most, seed ${seed}`,
      found: [...result.found, ...house.faults()],
      details: result.byStatus,
    };
  } finally {
    await close();
  }
}
