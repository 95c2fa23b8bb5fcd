import { connect, type Database } from "@/db/client";
import { Refusal } from "@/server/domain/errors";
import { PERMISSIONS } from "@/server/domain/permissions";
import { readOverview } from "@/server/services/console/overview";
import { createWorkload } from "@/server/services/create-workload";
import { gpuAvailability } from "@/server/services/gpu-availability";
import type { Context } from "@/server/services/shared/context";
import { alternate, type Figure, type Row, ratioOf, ratioRow, round } from "../figure";
import { type FleetSize, MODELS, orgId } from "../fleet/rows";
import { median } from "../load/tally";

const SMALL = 100;
const RUNS = 30;
const GOAL = 5;
const ORG = orgId(7);

function contextOf(db: Database, id: string, isPlatform: boolean): Context {
  const actor = { type: "system", id: "bench", name: "bench", orgId: id, orgName: id } as const;
  const permissions = new Set(PERMISSIONS);
  return { db, actor: { ...actor, isPlatform, permissions }, requestId: "req_bench", cursorKey: Buffer.alloc(32) };
}

class Undo extends Error {}

/** A placement that is taken back, so that every run finds the same fleet. */
async function placed(db: Database, tier: "community" | "spot", gpuCount: number): Promise<void> {
  const work = db.transaction().execute(async (trx) => {
    const input = { orgId: ORG, name: "bench", gpuModelId: MODELS[1], gpuCount, tier };
    await createWorkload({ ...contextOf(db, ORG, false), trx }, "vm", input);
    throw new Undo();
  });
  await work.catch((error: unknown) => {
    if (!(error instanceof Undo) && !(error instanceof Refusal)) throw error;
  });
}

interface Operation {
  name: string;
  /** Undefined: told without a goal. */
  most?: number;
  run: (db: Database, platformId: string) => Promise<unknown>;
}

const OPERATIONS: readonly Operation[] = [
  {
    name: "catalog, an org",
    most: GOAL,
    run: (db) => gpuAvailability(contextOf(db, ORG, false), { tier: "community" }),
  },
  {
    name: "catalog at spot, an org",
    most: GOAL,
    run: (db) => gpuAvailability(contextOf(db, ORG, false), { tier: "spot" }),
  },
  { name: "catalog, the operator", most: GOAL, run: (db, id) => gpuAvailability(contextOf(db, id, true), {}) },
  { name: "place 1 GPU", most: GOAL, run: (db) => placed(db, "community", 1) },
  { name: "place 2 GPUs", most: GOAL, run: (db) => placed(db, "community", 2) },
  { name: "place 1 GPU at spot", most: GOAL, run: (db) => placed(db, "spot", 1) },
  { name: "refuse 64 GPUs", most: GOAL, run: (db) => placed(db, "community", 64) },
  { name: "overview, the operator", run: (db, id) => readOverview(contextOf(db, id, true)) },
];

/** How reads over the whole fleet grow with it: each is one median of runs that stand beside each other. */
export const catalogGrowth: Figure = async (stage, settings) => {
  const sizes = [SMALL, settings.nodes].map((nodes) => ({ nodes, history: 0, live: nodes * 2 }));
  const [few, many] = [await stage.database(sizes[0] as FleetSize), await stage.database(sizes[1] as FleetSize)];
  const dbs = [few, many].map(({ appUrl }) => connect({ connectionString: appUrl, max: 2 }));
  const rows: Row[] = [];
  try {
    for (const { name, most, run } of OPERATIONS) {
      const timed = (index: 0 | 1) => async () => {
        const began = performance.now();
        await run(dbs[index] as Database, (index === 0 ? few : many).platformId);
        return performance.now() - began;
      };
      // The first few are left out: a statement is planned, and a connection opened, only once.
      for (let turn = 0; turn < 6; turn += 1) await Promise.all([timed(0)(), timed(1)()]);
      const [small = [], large = []] = await alternate(RUNS, [timed(0), timed(1)]);
      const details = `${round(median(large), 1)} ms against ${round(median(small), 1)} ms`;
      rows.push(ratioRow(`${name}: ${settings.nodes} nodes : ${SMALL}`, ratioOf(large, small), { most }, details));
    }
  } finally {
    await Promise.all(dbs.map((db) => db.destroy()));
  }
  return rows;
};
