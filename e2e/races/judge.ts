import type { Held, Model, Node, Org, Reservation, Unit, Workload } from "@/server/services/testing/model/facts";
import {
  askedSpan,
  isOnAnyOf,
  isPlaceable,
  mayEnd,
  obstacles,
  reachesCapacity,
  status,
  sums,
  whyNotReservable,
} from "@/server/services/testing/model/rules";
import type { Act } from "./history";
import { unitsOfShape } from "./shapes";

/** What the contract says of an act on a node as it is at one moment. */
export type Verdict =
  | { kind: "refused"; codes: readonly string[] }
  /** Succeeds, and nothing is different afterwards. */
  | { kind: "nothing" }
  /** Carries the change into the model and says what of the answer is wrong. */
  | { kind: "change"; carryOut: (answer: never) => string[] };

const refused = (...codes: string[]): Verdict => ({ kind: "refused", codes });
const sorted = (list: readonly string[] = []) => [...list].sort().join(" ");

export function differences(what: string, is: unknown, ought: unknown): string[] {
  const [a, b] = [JSON.stringify(is), JSON.stringify(ought)];
  return a === b ? [] : [`${what} is ${a} and ought to be ${b}`];
}

const held = (unit: Unit, released = false): Held => ({
  unitId: unit.id,
  gpus: unit.gpus.map((gpu) => ({ ...gpu })),
  allocClass: unit.allocClass,
  released,
});

export interface ReservationAnswer {
  id: string;
  status: string;
  reservedUnitIds: string[];
  releasedUnitIds?: string[];
  startsAt: string;
  endsAt?: string;
  createdAt?: string;
  terminated?: string[];
  skipped?: string[];
}

/** What an answer says of a reservation, against the model. */
export function reservationProblems(m: Model, r: Reservation, answer: ReservationAnswer): string[] {
  const now = status(m, r);
  const isOver = now === "cancelled" || now === "expired";
  return [
    ...differences("status", answer.status, now),
    ...differences("reservedUnitIds", sorted(answer.reservedUnitIds), sorted(r.units.map((unit) => unit.unitId))),
    ...differences(
      "releasedUnitIds",
      sorted(answer.releasedUnitIds),
      isOver ? "" : sorted(r.units.filter((unit) => unit.released).map((unit) => unit.unitId)),
    ),
    ...differences("startsAt", Date.parse(answer.startsAt), r.start),
    ...(now === "cancelled" ? [] : differences("endsAt", answer.endsAt ? Date.parse(answer.endsAt) : null, r.end)),
  ];
}

const find = (node: Node, unitId: string) => node.units.find((unit) => unit.id === unitId);
const theNode = (m: Model): Node => m.nodes[0] as Node;
const theOrg = (m: Model, id: string): Org => m.orgs.find((org) => org.id === id) as Org;

function create(m: Model, by: Org, act: Extract<Act, { do: "create" }>): Verdict {
  const node = theNode(m);
  if (!by.isPlatform) return refused("not_found");
  const rel = (at: number | undefined) => (at === undefined ? undefined : at - m.now);
  const span = askedSpan(m, rel(act.start), rel(act.end));
  const units = act.unitIds.map((id) => find(node, id));
  if (!span || units.includes(undefined)) return refused("invalid_request");
  const all = units as Unit[];
  const codes = all.flatMap((unit) => whyNotReservable(m, node, unit, span));
  if (codes.length > 0) return refused(...codes);
  const carryOut = (answer: ReservationAnswer) => {
    const r: Reservation = {
      id: answer.id,
      node,
      ...span,
      cancelled: false,
      gen: node.gen,
      allowed: [...new Set([...act.allowed, by.id])],
      managing: act.managing,
      units: all.map((unit) => held(unit)),
      former: [],
    };
    m.reservations.push(r);
    return reservationProblems(m, r, answer);
  };
  return { kind: "change", carryOut };
}

const known = (m: Model, id: string) => m.reservations.find((r) => r.id === id);

function cancel(m: Model, by: Org, act: Extract<Act, { do: "cancel" }>): Verdict {
  const r = known(m, act.res);
  if (!r || !by.isPlatform) return refused("not_found");
  const own = r.units.map((unit) => unit.unitId);
  if (act.unitIds?.some((id) => !own.includes(id) && !r.former.includes(id))) return refused("invalid_request");
  if (status(m, r) === "expired") return refused("wrong_status");
  const out = act.unitIds?.filter((id) => own.includes(id)) ?? own;
  if (status(m, r) === "cancelled" || out.length === 0) return { kind: "nothing" };
  const carryOut = (answer: ReservationAnswer) => {
    if (out.length === own.length) {
      r.cancelled = true;
      for (const unit of r.units) unit.released = false;
    } else {
      r.units = r.units.filter((unit) => !out.includes(unit.unitId));
      r.former.push(...out);
    }
    return reservationProblems(m, r, answer);
  };
  return { kind: "change", carryOut };
}

function change(m: Model, by: Org, act: Extract<Act, { do: "change" }>): Verdict {
  const r = known(m, act.res);
  if (!r || !by.isPlatform) return refused("not_found");
  const end = act.end === undefined ? r.end : act.end;
  if (act.end !== undefined && end !== null && (end <= m.now || end <= r.start)) return refused("invalid_request");
  if (!["pending", "active"].includes(status(m, r))) return refused("wrong_status");
  const isInTheWay = r.units.some((own) => {
    const unit = find(r.node, own.unitId);
    return unit && obstacles(m, r.node, unit, { start: r.start, end }, r).length > 0;
  });
  if (end !== r.end && isInTheWay) return refused("reservation_overlap");
  const platform = m.orgs.filter((org) => org.isPlatform).map((org) => org.id);
  const allowed = act.allowed ? [...new Set([...act.allowed, ...platform])] : r.allowed;
  if (end === r.end && sorted(allowed) === sorted(r.allowed)) return { kind: "nothing" };
  const carryOut = (answer: ReservationAnswer) => {
    Object.assign(r, { end, allowed });
    return reservationProblems(m, r, answer);
  };
  return { kind: "change", carryOut };
}

const strangers = (r: Reservation, unitIds: readonly string[]) =>
  unitIds.some((id) => !r.units.some((own) => own.unitId === id));

function release(m: Model, by: Org, act: Extract<Act, { do: "release" }>): Verdict {
  const r = known(m, act.res);
  if (!r || !reachesCapacity(m, by, r)) return refused("not_found");
  if (strangers(r, act.unitIds)) return refused("invalid_request");
  if (!["pending", "active"].includes(status(m, r))) return refused("wrong_status");
  const news = r.units.filter((own) => act.unitIds.includes(own.unitId) && !own.released);
  if (news.length === 0) return { kind: "nothing" };
  const carryOut = (answer: ReservationAnswer) => {
    for (const own of news) own.released = true;
    return reservationProblems(m, r, answer);
  };
  return { kind: "change", carryOut };
}

/** Section 5: spot workloads on the units go, whole and once; the others run on. */
export function planOf(m: Model, r: Reservation, unitIds: string[]) {
  const on = m.workloads.filter((w) => w.running && isOnAnyOf(w, r, unitIds));
  const ids = (list: Workload[]) => list.map((w) => w.id).sort();
  return { go: ids(on.filter((w) => w.tier === "spot")), stay: ids(on.filter((w) => w.tier !== "spot")) };
}

function reclaim(m: Model, by: Org, act: Extract<Act, { do: "reclaim" }>): Verdict {
  const r = known(m, act.res);
  if (!r || !reachesCapacity(m, by, r)) return refused("not_found");
  if (strangers(r, act.unitIds)) return refused("invalid_request");
  if (["expired", "cancelled"].includes(status(m, r))) return refused("wrong_status");
  const { go, stay } = planOf(m, r, act.unitIds);
  const { plan } = act;
  if (plan && JSON.stringify([plan.terminate, plan.skip, plan.gen]) !== JSON.stringify([go, stay, r.node.gen])) {
    return refused("plan_changed");
  }
  const released = r.units.filter((own) => act.unitIds.includes(own.unitId) && own.released);
  if (act.dryRun || (go.length === 0 && released.length === 0)) return { kind: "nothing" };
  const carryOut = (answer: ReservationAnswer) => {
    for (const own of released) own.released = false;
    for (const w of m.workloads) if (go.includes(w.id)) w.running = false;
    return [
      ...differences("terminated", [...(answer.terminated ?? [])].sort(), go),
      ...differences("skipped", [...(answer.skipped ?? [])].sort(), stay),
      ...reservationProblems(m, r, answer),
    ];
  };
  return { kind: "change", carryOut };
}

function reaffirm(m: Model, by: Org, act: Extract<Act, { do: "reaffirm" }>): Verdict {
  const r = known(m, act.res);
  if (!r || !by.isPlatform) return refused("not_found");
  if (status(m, r) !== "needs-review") return refused("wrong_status");
  const gpus = (list: readonly { bdf: string }[]) => sorted(list.map((gpu) => gpu.bdf));
  const current = r.units.map((own) => [own, find(r.node, own.unitId)] as const);
  if (current.some(([own, unit]) => !unit || gpus(own.gpus) !== gpus(unit.gpus))) return refused("topology_mismatch");
  const span = { start: Math.max(r.start, m.now), end: r.end };
  if (current.some(([, unit]) => unit && obstacles(m, r.node, unit, span, r).length > 0)) {
    return refused("reservation_overlap");
  }
  const carryOut = (answer: ReservationAnswer) => {
    r.gen = r.node.gen;
    return reservationProblems(m, r, answer);
  };
  return { kind: "change", carryOut };
}

interface WorkloadAnswer {
  id: string;
  nodeId: string;
  unitIds: string[];
  status: string;
}

function place(m: Model, act: Extract<Act, { do: "place" }>): Verdict {
  const node = theNode(m);
  const org = theOrg(m, act.org);
  const free = node.units.filter((unit) => isPlaceable(m, node, unit, org, act.tier));
  if (!sums(free).has(act.gpus)) return refused("no_capacity");
  const carryOut = (answer: WorkloadAnswer) => {
    const taken = free.filter((unit) => answer.unitIds.includes(unit.id));
    const units = taken.map((unit) => ({ unitId: unit.id, gpus: unit.gpus.map((gpu) => ({ ...gpu })) }));
    m.workloads.push({ id: answer.id, kind: "vm", org: org.id, tier: act.tier, node, units, running: true });
    const gpus = taken.reduce((sum, unit) => sum + unit.gpus.length, 0);
    return [
      ...differences("units that were free and allowed", sorted(taken.map((unit) => unit.id)), sorted(answer.unitIds)),
      ...differences("GPUs", gpus, act.gpus),
    ];
  };
  return { kind: "change", carryOut };
}

function terminate(m: Model, by: Org, act: Extract<Act, { do: "terminate" }>): Verdict {
  const w = m.workloads.find((each) => each.id === act.workload);
  if (!w || (w.running && !mayEnd(m, by, w)) || (!w.running && w.org !== by.id)) return refused("not_found");
  if (!w.running) return { kind: "nothing" };
  const carryOut = (answer: WorkloadAnswer) => {
    w.running = false;
    return differences("status", answer.status, "terminated");
  };
  return { kind: "change", carryOut };
}

function swap(m: Model, act: Extract<Act, { do: "swap" }>): Verdict {
  const node = theNode(m);
  const units = unitsOfShape(act.shape, node.units[0]?.model ?? "");
  const names = (list: readonly Unit[]) => list.map((unit) => unit.gpus.map((gpu) => gpu.bdf).join("+")).join(" ");
  if (names(units) === names(node.units)) return { kind: "nothing" };
  const carryOut = (answer: { node: { topologyGen: number } }) => {
    node.units = units;
    node.gen += 1;
    return differences("topologyGen", answer.node.topologyGen, node.gen);
  };
  return { kind: "change", carryOut };
}

function setStatus(m: Model, act: Extract<Act, { do: "setStatus" }>): Verdict {
  const node = theNode(m);
  if (node.status === act.status) return { kind: "nothing" };
  const carryOut = () => {
    node.status = act.status;
    return [];
  };
  return { kind: "change", carryOut };
}

/** The verdict on an act, with the model's clock at the moment in question. */
export function judge(m: Model, byId: string, act: Act): Verdict {
  const by = theOrg(m, byId);
  switch (act.do) {
    case "create":
      return create(m, by, act);
    case "cancel":
      return cancel(m, by, act);
    case "change":
      return change(m, by, act);
    case "release":
      return release(m, by, act);
    case "reclaim":
      return reclaim(m, by, act);
    case "reaffirm":
      return reaffirm(m, by, act);
    case "place":
      return place(m, act);
    case "terminate":
      return terminate(m, by, act);
    case "swap":
      return swap(m, act);
    case "setStatus":
      return setStatus(m, act);
    case "readUnits":
    case "readReservation":
    case "readWorkload":
      return { kind: "nothing" };
  }
}
