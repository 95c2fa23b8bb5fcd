import { sql } from "kysely";
import type { Context } from "../../shared/context";
import { call, type World } from "../world";
import type { Model, Node, Org, Tier, Unit } from "./facts";
import { MODELS } from "./machines";
import { availability, governing, holders, isReleasedBy, status, whyNotReservable } from "./rules";

/** Everything that can be read of the fleet, in plain words that product and model can both be put into. */
export interface Sight {
  nodes: unknown[];
  units: Record<string, unknown>[];
  reservations: unknown[];
  workloads: unknown[];
  catalog: unknown[];
}

/** What to ask beyond the plain state: the catalog of an org at a tier, and units for a term to come. */
export interface Question {
  org: Org;
  tier: Tier;
  node: Node | undefined;
  startIn: number;
  endIn: number | undefined;
}

const sorted = (list: readonly string[] | undefined) => [...(list ?? [])].sort();
const byId = <T extends { id: string }>(list: readonly T[]): T[] => [...list].sort((a, b) => (a.id < b.id ? -1 : 1));

async function unitsOf(operator: Context, m: Model, node: Node, q: Question) {
  const now = await call(operator, "listUnits", { nodeId: node.id });
  const startsAt = new Date(m.now + q.startIn);
  const endsAt = q.endIn === undefined ? undefined : new Date(m.now + q.endIn);
  const later = node === q.node ? await call(operator, "listUnits", { nodeId: node.id, startsAt, endsAt }) : undefined;
  return now.map((unit, index) => ({
    ...unit,
    gpuModelName: "",
    notReservableReason: unit.notReservableReason !== undefined,
    reservableLater: later?.[index]?.reservable,
    node: node.id,
  }));
}

/** As the product shows it. */
export async function seen(world: World, operator: Context, asking: Context, m: Model, q: Question): Promise<Sight> {
  const [units, page, catalog, behind] = await Promise.all([
    Promise.all(m.nodes.map((node) => unitsOf(operator, m, node, q))),
    call(operator, "listReservations", { limit: 200 }),
    call(asking, "getGpuAvailability", { tier: q.tier }),
    sql<{ workloads: { id: string }[]; nodes: { id: string }[] }>`select (
      select coalesce(json_agg(json_build_object('id', w.id, 'running', w.status = 'running', 'live', (
        select count(*) from claims c where c.workload_id = w.id and c.ended_at is null))), '[]')
      from workloads w) as workloads, (
      select json_agg(json_build_object('id', id, 'pool', pool, 'status', status, 'gen', topology_gen))
      from nodes) as nodes`.execute(world.owner),
  ]);
  return {
    nodes: byId(behind.rows[0]?.nodes ?? []),
    units: units.flat(),
    reservations: byId(page.items).map((r) => ({
      id: r.id,
      nodeId: r.nodeId,
      status: r.status,
      units: sorted(r.reservedUnitIds),
      released: sorted(r.releasedUnitIds),
      allowed: sorted(r.allowedOrgIds),
      managing: sorted(r.managingOrgIds),
      startsAt: r.startsAt,
      endsAt: r.endsAt,
      gen: r.topologyGen,
    })),
    workloads: byId(behind.rows[0]?.workloads ?? []),
    catalog: byId(catalog.map((line) => ({ id: line.gpuModelId, vm: line.vm, cluster: line.cluster }))),
  };
}

const iso = (ms: number | null) => (ms === null ? undefined : new Date(ms).toISOString());

/**
 * Where cards were regrouped, several reservations or workloads can hold one unit, and the contract does not say which
 * of them is named: the one that is shown is right if it is among them.
 */
const shownOrFirst = <T>(possible: readonly T[], isShown: (it: T) => boolean): T | undefined =>
  possible.find(isShown) ?? possible[0];

function unitAsExpected(m: Model, node: Node, unit: Unit, q: Question, shown: Sight["units"][number] | undefined) {
  const governor = shownOrFirst(governing(m, node, unit), (r) => r.id === shown?.reservationId);
  const on = holders(m, node, unit);
  const byName = on.filter((w) => w.units.some((each) => each.unitId === unit.id));
  const own = shownOrFirst(byName.length > 0 ? byName : on, (w) => `${w.kind}:${w.id}` === shown?.claimedBy);
  const reservable = whyNotReservable(m, node, unit, { start: m.now, end: null }).length === 0;
  const later = { start: m.now + q.startIn, end: q.endIn === undefined ? null : m.now + q.endIn };
  return {
    id: unit.id,
    gpuModelId: unit.model,
    gpuModelName: "",
    allocClass: unit.allocClass,
    sellableGpus: unit.sellable ? unit.gpus.length : 0,
    state: own ? "claimed" : "free",
    claimedBy: own && `${own.kind}:${own.id}`,
    reservationId: governor?.id,
    released: governor !== undefined && isReleasedBy(governor, unit),
    reservable,
    notReservableReason: !reservable,
    reservableLater: node === q.node ? whyNotReservable(m, node, unit, later).length === 0 : undefined,
    node: node.id,
  };
}

/** As the contract says that it must be, given what the product shows where the contract leaves it a choice. */
export function expected(m: Model, q: Question, shown: Sight): Sight {
  const shownUnit = (node: Node, unit: Unit) =>
    shown.units.find((each) => each.node === node.id && each.id === unit.id);
  return {
    nodes: byId(m.nodes.map(({ id, pool, status, gen }) => ({ id, pool, status, gen }))),
    units: m.nodes.flatMap((node) =>
      byId(node.units).map((unit) => unitAsExpected(m, node, unit, q, shownUnit(node, unit))),
    ),
    reservations: byId(m.reservations).map((r) => ({
      id: r.id,
      nodeId: r.node.id,
      status: status(m, r),
      units: sorted(r.units.map((own) => own.unitId)),
      released: ["expired", "cancelled"].includes(status(m, r))
        ? []
        : sorted(r.units.filter((own) => own.released).map((own) => own.unitId)),
      allowed: sorted(r.allowed),
      managing: sorted(r.managing),
      startsAt: iso(r.start),
      endsAt: iso(r.end),
      gen: r.gen,
    })),
    workloads: byId(m.workloads).map((w) => ({ id: w.id, running: w.running, live: w.running ? w.units.length : 0 })),
    catalog: byId(
      [...MODELS].map((id) => ({
        id: id as string,
        vm: availability(m, q.org, q.tier, id, "vfio-group"),
        cluster: availability(m, q.org, q.tier, id, "device-request"),
      })),
    ),
  };
}
