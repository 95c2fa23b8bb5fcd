import { setTimeout as sleep } from "node:timers/promises";
import type { Model } from "@/server/services/testing/model/facts";
import type { Api } from "../fixtures/api";
import type { TestNode, TestOrg, World } from "../fixtures/world";
import { callOf } from "./calls";
import type { Act, Done, Entry, History, Previewed } from "./history";
import type { ReservationAnswer } from "./judge";
import { Random } from "./random";
import { reportOfShape, unitsOfShape } from "./shapes";

interface Known {
  id: string;
  unitIds: string[];
  end: number | undefined;
}

/** A node with those who fight about it. */
export interface Arena {
  node: TestNode;
  initial: Model;
  orgs: { platform: TestOrg; owner: TestOrg; manager: TestOrg; customers: [TestOrg, TestOrg] };
  /** Requests that set the arena up. */
  before: ReadonlySet<string>;
  done: Done[];
  reservations: Known[];
  workloads: { id: string; org: string }[];
  previews: { res: string; unitIds: string[]; plan: Previewed }[];
}

const KEPT = 10;

export async function openArena(world: World): Promise<Arena> {
  const { orgId } = await world.platform.ok("whoami");
  const [owner, manager, first, second] = await Promise.all([0, 1, 2, 3].map(() => world.newOrg("Race")));
  const orgs = {
    platform: { id: orgId, api: world.platform },
    owner: owner as TestOrg,
    manager: manager as TestOrg,
    customers: [first as TestOrg, second as TestOrg] as [TestOrg, TestOrg],
  };
  const node = await world.newNode(1, { owner: orgs.owner });
  await put(world.platform, node, 0);
  const { topologyGen } = await world.platform.ok("getNode", { params: { nodeId: node.id } });
  const all = [orgs.platform, orgs.owner, orgs.manager, ...orgs.customers];
  const initial: Model = {
    now: 0,
    orgs: all.map(({ id }) => ({ id, isPlatform: id === orgId })),
    nodes: [
      {
        id: node.id,
        owner: orgs.owner.id,
        pool: "community",
        status: "online",
        gen: topologyGen,
        reportedAt: 0,
        units: unitsOfShape(0, node.modelId),
      },
    ],
    reservations: [],
    workloads: [],
    previews: [],
  };
  const entries = await world.platform.all("listNodeAudit", { params: { nodeId: node.id } });
  const before = new Set(entries.map((entry) => entry.requestId));
  return { node, initial, orgs, before, done: [], reservations: [], workloads: [], previews: [] };
}

const put = (api: Api, node: TestNode, shape: number) =>
  api.ok("putInventory", {
    params: { nodeId: node.id },
    body: { inventory: reportOfShape(shape, node.deviceId) },
  });

const latest = <T>(list: readonly T[]): readonly T[] => list.slice(-KEPT);

/** Terms are short, so that many begin and end during a race; some touch the end of another to the millisecond. */
function term(arena: Arena, random: Random): { start?: number; end?: number } {
  const now = Date.now();
  const near = random.pick(latest(arena.reservations))?.end;
  const kind = random.below(20);
  if (kind < 1) return {};
  if (kind < 7 && near !== undefined && near > now)
    return { start: near + random.below(3) - 1, end: near + 1 + random.below(600) };
  if (kind < 13) return { end: now + 50 + random.below(1_500) };
  const start = now + 10 + random.below(400);
  return { start, end: start + 1 + random.below(800) };
}

interface Plan {
  by: TestOrg;
  act: Act;
}

function create(arena: Arena, random: Random): Plan {
  const { platform, manager, customers } = arena.orgs;
  const unitIds = random.some(unitsOfShape(random.below(12) === 0 ? 1 : 0, "").map((unit) => unit.id));
  const allowed = random.some(customers.map((org) => org.id));
  const managing = random.below(2) === 0 ? [manager.id] : [];
  return { by: platform, act: { do: "create", unitIds, allowed, managing, ...term(arena, random) } };
}

function onReservation(arena: Arena, random: Random, res: Known): Plan {
  const { platform, owner, manager } = arena.orgs;
  const capacity = random.pick([platform, owner, manager]) as TestOrg;
  const unitIds = random.some(res.unitIds);
  const kind = random.below(20);
  if (kind < 4) return { by: platform, act: { do: "cancel", res: res.id, ...(random.below(3) === 0 && { unitIds }) } };
  if (kind < 5) {
    const end = random.below(6) === 0 ? null : Date.now() + random.below(800) - 20;
    return { by: platform, act: { do: "change", res: res.id, end } };
  }
  if (kind < 6) {
    const allowed = random.some(arena.orgs.customers.map((org) => org.id));
    return { by: platform, act: { do: "change", res: res.id, allowed } };
  }
  if (kind < 11) return { by: capacity, act: { do: "release", res: res.id, unitIds } };
  if (kind < 13) return { by: capacity, act: { do: "reclaim", res: res.id, unitIds, dryRun: true } };
  if (kind < 15) {
    const seen = random.pick(latest(arena.previews));
    if (seen) return { by: platform, act: { do: "reclaim", res: seen.res, unitIds: seen.unitIds, plan: seen.plan } };
  }
  if (kind < 17) return { by: capacity, act: { do: "reclaim", res: res.id, unitIds } };
  if (kind < 18) return { by: platform, act: { do: "reaffirm", res: res.id } };
  return { by: platform, act: { do: "readReservation", res: res.id } };
}

function next(arena: Arena, random: Random): Plan {
  const { platform, owner, customers } = arena.orgs;
  const kind = random.below(100);
  const res = someReservation(arena, random);
  const workload = random.pick(latest(arena.workloads));
  if (kind < 24) return create(arena, random);
  if (kind < 60 && res) return onReservation(arena, random, res);
  if (kind < 76) {
    const org = random.pick(customers) as TestOrg;
    const tier = random.below(2) === 0 ? "community" : "spot";
    return { by: org, act: { do: "place", org: org.id, gpus: 1 + random.below(3), tier } };
  }
  if (kind < 86 && workload) {
    const by = random.below(6) === 0 ? (random.pick(customers) as TestOrg) : ownerOf(arena, workload.org);
    return { by, act: { do: "terminate", workload: workload.id } };
  }
  if (kind < 88 && workload)
    return { by: ownerOf(arena, workload.org), act: { do: "readWorkload", workload: workload.id } };
  if (kind < 89) return { by: owner, act: { do: "swap", shape: random.below(2) } };
  if (kind < 91) return { by: owner, act: { do: "setStatus", status: random.below(3) === 0 ? "draining" : "online" } };
  return { by: platform, act: { do: "readUnits" } };
}

/** Mostly one that may well be live, or has only just ended. */
function someReservation(arena: Arena, random: Random): Known | undefined {
  const now = Date.now();
  const live = arena.reservations.filter(({ end }) => end === undefined || end > now - 30);
  return random.pick(latest(random.below(8) === 0 ? arena.reservations : live));
}

const ownerOf = (arena: Arena, org: string): TestOrg =>
  arena.orgs.customers.find((each) => each.id === org) ?? arena.orgs.customers[0];

interface PreviewAnswer {
  status: string;
  topologyGen: number;
  planToken: string;
  wouldTerminate: string[];
  wouldSkip: string[];
}

/** What later acts can be about. */
function remember(arena: Arena, act: Act, body: unknown): void {
  if (act.do === "create") {
    const { id, reservedUnitIds, endsAt } = body as ReservationAnswer;
    arena.reservations.push({ id, unitIds: reservedUnitIds, end: endsAt ? Date.parse(endsAt) : undefined });
  } else if (act.do === "place") {
    arena.workloads.push({ id: (body as { id: string }).id, org: act.org });
  } else if (act.do === "reclaim" && act.dryRun) {
    const { planToken, wouldTerminate, wouldSkip, topologyGen, status } = body as PreviewAnswer;
    // In review the node's generation, on which the plan rests, is another than the reservation's.
    if (status === "needs-review") return;
    const plan = { token: planToken, terminate: sorted(wouldTerminate), skip: sorted(wouldSkip), gen: topologyGen };
    arena.previews.push({ res: act.res, unitIds: act.unitIds, plan });
  }
}

const sorted = (list: readonly string[] = []): string[] => [...list].sort();

export interface Race {
  arenas: readonly Arena[];
  /** Addresses of the server processes; may change while the race is on. */
  servers: readonly string[];
  /** Somebody kills servers or the database meanwhile. */
  mayLoseAnswers?: boolean;
  clients: number;
  /** Calls to make in all. */
  calls: number;
  seed: number;
}

const AFTER_LOSS_MS = 100;

async function act(race: Race, arena: Arena, plan: Plan, url: string): Promise<void> {
  const mark = `race-${arena.done.length}-${Math.random().toString(36).slice(2)}`;
  const [id, sent] = callOf(arena.node, plan.act, mark);
  const before = Date.now();
  const reply = await plan.by.api
    .at(url)
    .send(id, sent)
    .catch((error: unknown) => {
      if (!race.mayLoseAnswers || !isLostConnection(error)) throw error;
      return undefined;
    });
  arena.done.push({
    mark,
    sent: before,
    answered: Date.now(),
    node: arena.node.id,
    by: plan.by.id,
    act: plan.act,
    status: reply?.status ?? 0,
    requestId: reply?.headers.get("x-request-id") ?? "",
    body: reply?.body,
  });
  if (reply && reply.status < 300) remember(arena, plan.act, reply.body);
  if (!reply || reply.status >= 500) await sleep(AFTER_LOSS_MS);
}

/** What `fetch` says where the other end went away. */
const isLostConnection = (error: unknown) => error instanceof TypeError || error instanceof SyntaxError;

/** What a node reports carries no mark: where answers are lost, nobody could tell which of two reports was stored. */
function traceable(race: Race, arena: Arena, plan: Plan): Plan {
  const isUnmarked = plan.act.do === "swap" || plan.act.do === "setStatus";
  return race.mayLoseAnswers && isUnmarked ? { by: arena.orgs.platform, act: { do: "readUnits" } } : plan;
}

/** Clients at all servers, each with one call on its way at a time, until all calls are made. */
export async function drive(race: Race): Promise<void> {
  const { arenas, servers, clients, calls, seed } = race;
  let left = calls;
  const client = async (index: number) => {
    const random = new Random(seed * 1000 + index);
    for (; left > 0; left -= 1) {
      const arena = arenas[index % arenas.length] as Arena;
      await act(
        race,
        arena,
        traceable(race, arena, next(arena, random)),
        servers[random.below(servers.length)] as string,
      );
      if (random.below(20) === 0) await sleep(random.below(30));
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, index) => client(index)));
}

/** What the checker needs of an arena after its race. */
export async function historyOf(world: World, arena: Arena): Promise<History> {
  const entries = await world.platform.all("listNodeAudit", {
    params: { nodeId: arena.node.id },
    query: { limit: "200" },
  });
  const trail: Entry[] = entries
    .filter((entry) => entry.outcome === "done" && !arena.before.has(entry.requestId))
    .map(({ at, action, requestId, reservationId, unitIds, reason }) => ({
      at: Date.parse(at),
      action,
      requestId,
      reservationId,
      unitIds,
      reason,
    }))
    .reverse();
  return { node: arena.node.id, done: arena.done, trail };
}
