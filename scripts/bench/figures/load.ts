import { alternate, type Figure, type Row, ratioOf, ratioRow, round } from "../figure";
import type { HttpJob, Outcome } from "../load/jobs";
import { median } from "../load/tally";
import type { BenchDatabase } from "../stage";
import { CLIENTS, cycleWork, middling, perSecond } from "./rest";

const CROWD = 64;
const GOAL_TAIL = 5;

/** 64 clients that all want one unit: it is one lock's turns, and must stay what a few clients get out of it. */
export const oneUnit: Figure = async (stage, settings) => {
  const database = await stage.database(middling(settings));
  const { port } = await stage.server(database);
  const at = (clients: number) => () =>
    stage.load({
      kind: "http",
      ports: [port],
      key: database.key,
      clients,
      ms: settings.roundMs,
      work: { ...cycleWork(database), shared: true },
    });
  const [few = [], crowd = []] = await alternate(settings.rounds, [at(CROWD / 16), at(CROWD)]);
  const each = (outcomes: readonly Outcome[]) => {
    const refused = median(outcomes.map((one) => (one.refused * one.perSecond) / one.done));
    return `${round(median(perSecond(outcomes)))}/s and ${round(refused)}/s refused`;
  };
  // A cycle is two answers, a refusal one.
  const answers = (outcomes: readonly Outcome[]) =>
    outcomes.map((one) => (one.perSecond * (2 * one.done + one.refused)) / one.done);
  const details = `${each(crowd)} against ${each(few)}`;
  return [
    ratioRow(
      `answers, ${CROWD} clients on one unit : ${CROWD / 16}`,
      ratioOf(answers(crowd), answers(few)),
      {},
      details,
    ),
  ];
};

/** A change and a read: what the figures here are taken of. */
export function worksOf(database: BenchDatabase): (readonly [string, HttpJob["work"]])[] {
  const cycles = cycleWork(database);
  const paths = cycles.nodeIds.map((id) => `/v1/nodes/${id}/reservations/units`);
  return [
    ["create + cancel", cycles],
    ["list a node's units", { kind: "read", paths }],
  ];
}

/** At half of what it can do at most, nobody waits much longer than others. */
export const tails: Figure = async (stage, settings) => {
  const database = await stage.database(middling(settings));
  const { port } = await stage.server(database);
  const rows: Row[] = [];
  for (const [name, work] of worksOf(database)) {
    const job = {
      kind: "http",
      ports: [port],
      key: database.key,
      clients: CLIENTS,
      ms: settings.roundMs,
      work,
    } as const;
    await stage.load(job);
    const top = await stage.load(job);
    const outcomes: Outcome[] = [];
    for (let turn = 0; turn < settings.rounds; turn += 1) {
      outcomes.push(await stage.load({ ...job, clients: 4 * CLIENTS, rate: top.perSecond / 2 }));
    }
    const [p50, p99] = [median(outcomes.map((each) => each.p50)), median(outcomes.map((each) => each.p99))];
    const details = `${round(p99, 1)} ms against ${round(p50, 1)} ms at ${round(top.perSecond / 2)}/s`;
    const ratio = ratioOf(
      outcomes.map((each) => each.p99),
      outcomes.map((each) => each.p50),
    );
    rows.push(
      ratioRow(`${name} at half of the top load: 99th percentile : median`, ratio, { most: GOAL_TAIL }, details),
    );
  }
  return rows;
};

/** Several server processes on one Postgres. */
export const processes: Figure = async (stage, settings) => {
  const database = await stage.database(middling(settings));
  const servers = [];
  for (const name of ["first", "second", "third", "fourth"]) servers.push(await stage.server(database, name));
  const ports = servers.map((server) => server.port);
  const rows: Row[] = [];
  for (const [name, work] of worksOf(database)) {
    const at = (count: number) => () =>
      stage.load({
        kind: "http",
        ports: ports.slice(0, count),
        key: database.key,
        clients: 2 * CLIENTS,
        ms: settings.roundMs,
        work,
      });
    const [one = [], two = [], four = []] = await alternate(settings.rounds, [at(1), at(2), at(4)]);
    const rate = (outcomes: readonly Outcome[]) => `${round(median(perSecond(outcomes)))}/s`;
    const details = `${rate(one)}, ${rate(two)}, ${rate(four)} with one, two and four on this machine`;
    rows.push(ratioRow(`${name}: two processes : one`, ratioOf(perSecond(two), perSecond(one)), {}, details));
    rows.push(ratioRow(`${name}: four processes : one`, ratioOf(perSecond(four), perSecond(one)), {}, details));
  }
  return rows;
};
