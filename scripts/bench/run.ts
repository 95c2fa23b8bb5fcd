/** `npm run bench`: figures of speed and growth beside their goals, in one table. `--quick` is a short form; names choose. */
import { ensureBuilt } from "../lib/build";
import { type Figure, FULL, QUICK, type Row } from "./figure";
import { catalogGrowth } from "./figures/catalog";
import { growthOfFleet, growthOfHistory } from "./figures/growth";
import { oneUnit, processes, tails } from "./figures/load";
import { restCycles, restReads } from "./figures/rest";
import { streams } from "./figures/streams";
import { traces } from "./figures/traces";
import { Stage } from "./stage";
import { tableOf } from "./table";

const FIGURES: Record<string, Figure> = {
  cycles: restCycles,
  reads: restReads,
  fleet: growthOfFleet,
  history: growthOfHistory,
  catalog: catalogGrowth,
  unit: oneUnit,
  tails,
  streams,
  processes,
  traces,
};

async function main(args: readonly string[]): Promise<number> {
  const isQuick = args.includes("--quick");
  const names = args.filter((each) => each !== "--quick");
  const unknown = names.filter((name) => !Object.hasOwn(FIGURES, name));
  if (unknown.length > 0) {
    process.stderr.write(`There is no figure ${unknown.join(", ")}: there are ${Object.keys(FIGURES).join(", ")}.\n`);
    return 1;
  }
  const say = (line: string) => void process.stderr.write(`${line}\n`);
  await ensureBuilt(say);
  const stage = await Stage.open(say);
  const rows: Row[] = [];
  try {
    for (const name of names.length > 0 ? names : Object.keys(FIGURES)) {
      const made = await (FIGURES[name] as Figure)(stage, isQuick ? QUICK : FULL);
      for (const { figure, value } of made) say(`${name}: ${figure}: ${value}`);
      rows.push(...made);
    }
  } finally {
    await stage.close();
  }
  process.stdout.write(tableOf(rows, isQuick));
  return 0;
}

process.exit(await main(process.argv.slice(2)));
