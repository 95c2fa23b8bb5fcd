import { alternate, type Figure, type Row, ratioOf, ratioRow, round, type Settings } from "../figure";
import { nodeId } from "../fleet/rows";
import type { CycleWork, HttpJob, Outcome, ReadWork } from "../load/jobs";
import { median } from "../load/tally";
import type { BenchDatabase, Stage } from "../stage";
import { cycleWork } from "./rest";

const FEW = 10;
const GOAL = 1.2;
/** Fewer than the small fleet has nodes: each client has nodes of its own, so that none waits for another's lock. */
const CLIENTS = 8;

const unitReads = ({ size }: BenchDatabase): ReadWork => ({
  kind: "read",
  paths: Array.from({ length: size.nodes }, (_, n) => `/v1/nodes/${nodeId(n)}/reservations/units`),
});

interface Kind {
  name: string;
  work: (database: BenchDatabase) => CycleWork | ReadWork;
}

const KINDS: readonly Kind[] = [
  { name: "create + cancel", work: cycleWork },
  { name: "list a node's units", work: unitReads },
  { name: "newest 50 reservations", work: () => ({ kind: "read", paths: ["/v1/reservations?limit=50"] }) },
];

/** Milliseconds of one thing, over both databases in turn. */
async function grown(stage: Stage, { name, work }: Kind, sides: readonly BenchDatabase[], settings: Settings) {
  const jobs = await Promise.all(
    sides.map(async (database): Promise<HttpJob> => {
      const { port } = await stage.server(database);
      const common = { kind: "http", ports: [port], key: database.key, clients: CLIENTS } as const;
      return { ...common, ms: settings.roundMs, work: work(database) };
    }),
  );
  const [small = [], large = []] = await alternate(
    settings.rounds,
    jobs.map((job) => () => stage.load(job)),
  );
  // Medians of single calls: what else the machine does shows in the slow ones.
  const middle = (outcomes: readonly Outcome[]) => outcomes.map(({ p50 }) => p50);
  const ratio = ratioOf(middle(large), middle(small));
  const details = `${round(median(middle(large)), 1)} ms against ${round(median(middle(small)), 1)} ms, ${CLIENTS} clients`;
  return { name, ratio, details };
}

async function compare(
  stage: Stage,
  settings: Settings,
  sides: readonly BenchDatabase[],
  { what, kinds }: { what: string; kinds: readonly Kind[] },
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const kind of kinds) {
    const { name, ratio, details } = await grown(stage, kind, sides, settings);
    rows.push(ratioRow(`${name}: ${what}`, ratio, { most: GOAL }, details));
  }
  return rows;
}

const told = (n: number) => n.toLocaleString("en");

/** More machines must not make a call slower. */
export const growthOfFleet: Figure = async (stage, settings) => {
  const { nodes } = settings;
  const sides = [
    await stage.database({ nodes: FEW, history: 0, live: FEW * 2 }),
    await stage.database({ nodes, history: 0, live: nodes * 2 }),
  ];
  const what = `${told(nodes)} nodes : ${FEW}`;
  return compare(stage, settings, sides, { what, kinds: KINDS.slice(0, 2) });
};

/** Nor must what has been. */
export const growthOfHistory: Figure = async (stage, settings) => {
  const { nodes, history, live } = settings;
  const sides = [
    await stage.database({ nodes, history: 0, live: nodes * 2 }),
    await stage.database({ nodes, history, live }),
  ];
  const what = `${told(history)} reservations over and ${told(live)} live : 0 and ${told(nodes * 2)}`;
  return compare(stage, settings, sides, { what, kinds: KINDS });
};
