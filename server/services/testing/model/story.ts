import { sql } from "kysely";
import { expect } from "vitest";
import type { OperationId } from "@/server/contract/operations";
import { Refusal } from "@/server/domain/errors";
import { actingFor, call, makeOrg, openWorld, type TestOrg, type World } from "../world";
import { type Command, FIRST_MACHINE } from "./commands";
import type { Model, Node, Tier } from "./facts";
import { MODELS } from "./machines";
import { place, reclaim, reclaimAsPreviewed, release, terminate } from "./market";
import { report, setPool, setStatus } from "./nodes";
import { expected, type Question, seen } from "./observe";
import { pickOrg, pickReservation } from "./pick";
import type { Planned } from "./planned";
import { cancel, change, create, reaffirm } from "./reservations";

const BEGINNING = Date.UTC(2031, 2, 1, 12);

/** Where stories are played: five orgs, of which the first is the operator and the next two own a node each. */
export interface Stage {
  world: World;
  orgs: TestOrg[];
  close(): Promise<void>;
}

export async function openStage(): Promise<Stage> {
  const world = await openWorld("model");
  const orgs = [await makeOrg(world, "platform", true)];
  for (const name of ["north", "south", "alpha", "beta"]) orgs.push(await makeOrg(world, name));
  const models = MODELS.map((id) => ({ id, name: id }));
  await world.owner.insertInto("gpu_models").values(models).execute();
  return { world, orgs, close: () => world.close() };
}

async function clear({ world }: Stage): Promise<void> {
  await sql`
    delete from claims; delete from workloads; delete from reservation_units; delete from reservations;
    delete from node_offers; delete from reserved_offers; delete from units; delete from nodes;
  `.execute(world.owner);
}

/** Two nodes that have never reported, the second one in the verified pool. */
async function begin(stage: Stage): Promise<Model> {
  await clear(stage);
  const m: Model = { now: BEGINNING, orgs: stage.orgs, nodes: [], reservations: [], workloads: [], previews: [] };
  await stage.world.setClock(new Date(m.now));
  const operator = actingFor(stage.world, pickOrg(m, 0) as TestOrg);
  for (const [index, pool] of (["community", "verified"] as const).entries()) {
    const owner = pickOrg(m, index + 1).id;
    const { id } = await call(operator, "createNode", { orgId: owner, hostname: `node-${index}`, pool });
    const node: Node = { id, owner, pool, status: "online", gen: 1, reportedAt: null, units: [] };
    m.nodes.push(node);
  }
  return m;
}

function plan(m: Model, c: Exclude<Command, { do: "wait" | "waitFor" }>): Planned | undefined {
  const by = pickOrg(m, c.by);
  switch (c.do) {
    case "create":
      return create(m, c, by);
    case "cancel":
      return cancel(m, c, by);
    case "change":
      return change(m, c, by);
    case "reaffirm":
      return reaffirm(m, c, by);
    case "release":
      return release(m, c, by);
    case "reclaim":
      return reclaim(m, c, by);
    case "reclaimAsPreviewed":
      return reclaimAsPreviewed(m, c, by);
    case "place":
      return place(m, c, by);
    case "terminate":
      return terminate(m, c, by);
    case "report":
      return report(m, c, by);
    case "setStatus":
      return setStatus(m, c, by);
    case "setPool":
      return setPool(m, c, by);
  }
}

function moveClock(m: Model, c: Extract<Command, { do: "wait" | "waitFor" }>): void {
  if (c.do === "wait") {
    m.now += c.ms;
    return;
  }
  const r = pickReservation(m, c.res);
  const edge = c.edge === "start" ? r?.start : r?.end;
  if (typeof edge === "number" && edge + c.off > m.now) m.now = edge + c.off;
}

interface Outcome {
  answer?: unknown;
  refusal?: Refusal;
}

async function attempt(stage: Stage, p: Planned, requestId: string): Promise<Outcome> {
  const ctx = actingFor(stage.world, p.by as TestOrg, undefined, requestId);
  try {
    return { answer: await call(ctx, p.op as OperationId, p.input as never) };
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error };
    throw error;
  }
}

interface RefusedUnit {
  unitId: string;
  code?: string;
}

function compare(p: Planned, { answer, refusal }: Outcome): void {
  const said = refusal ? refusal.code : "success";
  expect(p.refused ?? ["success"], `${p.op} answered ${said}: ${refusal?.message ?? ""}`).toContain(said);
  if (!refusal) {
    p.done(answer);
    return;
  }
  if (!p.refusedUnits) return;
  const units = (refusal.details?.units ?? []) as RefusedUnit[];
  expect(units.map((unit) => unit.unitId).sort()).toEqual([...p.refusedUnits.keys()].sort());
  for (const { unitId, code } of units) {
    if (code !== undefined) expect(p.refusedUnits.get(unitId)).toContain(code);
  }
}

async function trailOf(stage: Stage, requestId: string) {
  const { rows } = await sql<{ action: string; outcome: string }>`
    select action, outcome from audit_entries where request_id = ${requestId}
      and seq > (select max(seq) - 20 from audit_entries)`.execute(stage.world.owner);
  return rows;
}

const TIERS: Tier[] = ["community", "verified", "spot"];
/** A number that follows from a step alone: what is asked after it stays the same when a story is shrunk. */
const sumOf = (c: Command): number => [...JSON.stringify(c)].reduce((sum, char) => sum + char.charCodeAt(0), 0);

async function look(stage: Stage, m: Model, step: number): Promise<void> {
  const org = stage.orgs[step % stage.orgs.length] as TestOrg;
  const startIn = (step % 4) * 500;
  const endIn = step % 3 === 0 ? undefined : startIn + 1 + (step % 5) * 1000;
  const q: Question = { org, tier: TIERS[step % 3] ?? "spot", node: m.nodes[step % 2], startIn, endIn };
  const [operator, asking] = [actingFor(stage.world, stage.orgs[0] as TestOrg), actingFor(stage.world, org)];
  const shown = await seen(stage.world, operator, asking, m, q);
  expect(shown).toEqual(expected(m, q, shown));
}

async function take(stage: Stage, m: Model, c: Command, step: number): Promise<void> {
  if (c.do === "wait" || c.do === "waitFor") {
    moveClock(m, c);
    await stage.world.setClock(new Date(m.now));
  } else {
    const p = plan(m, c);
    if (!p) return;
    const requestId = `req_${step}_${m.nodes[0]?.id}`;
    const outcome = await attempt(stage, p, requestId);
    compare(p, outcome);
    expect(await trailOf(stage, requestId), "the trail").toEqual(p.trail);
  }
  await look(stage, m, sumOf(c));
}

/** Plays a story: each step is tried on product and model, then all that can be read is compared. */
export async function play(stage: Stage, story: readonly Command[]): Promise<void> {
  const m = await begin(stage);
  const beginning: Command[] = [
    { do: "report", by: 1, node: 0, machine: FIRST_MACHINE, as: "whole" },
    { do: "report", by: 2, node: 1, machine: FIRST_MACHINE, as: "whole" },
  ];
  for (const [index, command] of [...beginning, ...story].entries()) {
    try {
      await take(stage, m, command, index);
    } catch (error) {
      const told = index < beginning.length ? "the beginning" : `step ${index - beginning.length + 1}`;
      throw new Error(`${told}: ${JSON.stringify(command)}: ${error instanceof Error ? error.message : error}`, {
        cause: error,
      });
    }
  }
}
