import type { World } from "../fixtures/world";
import type { Arena } from "./drive";
import type { Act, Done, Entry, History } from "./history";

const ACTIONS: Partial<Record<Act["do"], string>> = {
  create: "reservation.create",
  cancel: "reservation.cancel",
  change: "reservation.change",
  release: "reservation.release",
  reclaim: "reservation.reclaim",
  reaffirm: "reservation.reaffirm",
  place: "workload.create",
  terminate: "workload.terminate",
};

interface Made {
  id: string;
  name: string;
  nodeId: string;
  unitIds: string[];
  createdAt: string;
}

const isUnanswered = (done: Done) => done.status === 0 || done.status === 503;

/** Whether an entry of the trail is what became of a call whose answer was lost. */
function isOf(entry: Entry, done: Done, made: readonly Made[]): boolean {
  const { act } = done;
  if (entry.action !== ACTIONS[act.do] || entry.at < done.sent) return false;
  if (act.do === "place") {
    const vm = made.find((each) => each.name === done.mark);
    return vm !== undefined && `${vm.unitIds}` === `${entry.unitIds}` && Date.parse(vm.createdAt) <= entry.at;
  }
  if (act.do === "terminate") return entry.reason?.includes(act.workload) === true;
  if (act.do === "change") return entry.reservationId === act.res;
  return entry.reason === done.mark;
}

async function bodyOf(world: World, done: Done, entry: Entry, made: readonly Made[]): Promise<object> {
  const lost = { lost: true, node: {}, startsAt: "", reservedUnitIds: [], unitIds: [] };
  if (done.act.do === "place") return { ...lost, ...made.find((each) => each.name === done.mark) };
  if (done.act.do !== "create") return lost;
  const params = { nodeId: done.node, reservationId: entry.reservationId ?? "" };
  const { id, createdAt } = await world.platform.ok("getReservation", { params });
  return { ...lost, id, createdAt };
}

/**
 * Calls whose answers were lost in a crash: those that left an entry in the trail were carried out, at a time that nobody knows;
 * the others must have left nothing, and are dropped.
 */
export async function withoutLost(world: World, arena: Arena, history: History): Promise<History> {
  const made: Made[] = [];
  for (const org of arena.orgs.customers) made.push(...(await org.api.all("listVms", { params: { orgId: org.id } })));
  const answered = new Set(history.done.filter((done) => !isUnanswered(done)).map((done) => done.requestId));
  const unanswered = new Set(history.done.filter(isUnanswered));
  const found: Done[] = [];
  for (const entry of history.trail) {
    if (answered.has(entry.requestId)) continue;
    const done = [...unanswered].find((each) => isOf(entry, each, made));
    if (!done) continue;
    unanswered.delete(done);
    const body = await bodyOf(world, done, entry, made);
    // Nobody was told, so nobody may count on seeing it: a commit can wait for a standby, hidden, until that has taken over.
    found.push({ ...done, status: 200, requestId: entry.requestId, answered: Number.POSITIVE_INFINITY, body });
  }
  return { ...history, done: [...history.done.filter((done) => !isUnanswered(done)), ...found] };
}
