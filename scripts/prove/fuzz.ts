import { execFileSync } from "node:child_process";
import { ApiDocument } from "@/e2e/fuzz/document";
import { fuzz } from "@/e2e/fuzz/fuzz";
import { targetIn } from "@/e2e/fuzz/target";
import type { Finding } from "./finding";
import { House } from "./world";

const MOST_GROWTH_MB = 150;
/** So many, and the server has seen every call many times: what it holds from then on is growth. */
const WARM = 2_000;

/** Resident memory of a process, in MB. */
const memoryOf = (pid: number): number =>
  Math.round(Number(execFileSync("ps", ["-o", "rss=", "-p", `${pid}`]).toString()) / 1024);

/** Requests made from the published document, and such as no document describes, by the tens of thousands. */
export async function shots(count: number): Promise<Finding> {
  const { house, close } = await House.open(1);
  const seed = Number(process.env.PROVE_SEED ?? Date.now() % 1_000_000);
  try {
    const target = await targetIn(house.world);
    const document = await ApiDocument.of(target.url);
    const { pid } = house.world.servers[0];
    const warm = await fuzz(document, target, WARM, seed);
    const before = memoryOf(pid);
    const volley = await fuzz(document, target, count, seed + 1);
    const grown = memoryOf(pid) - before;
    const found = [...warm.found, ...volley.found, ...house.faults()];
    if (grown > MOST_GROWTH_MB) found.push(`the server's memory grew by ${grown} MB`);
    return {
      what: "requests made from the published document, and others",
      amount: `${count + WARM} requests, memory ${before} MB and ${grown >= 0 ? "+" : ""}${grown} MB, seed ${seed}`,
      found,
      details: volley.byStatus,
    };
  } finally {
    await close();
  }
}
