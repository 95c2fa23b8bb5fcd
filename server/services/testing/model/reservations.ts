import type { Cancel, Change, Command, Create } from "./commands";
import type { Gpu, Held, Model, Node, Org, Reservation, Unit } from "./facts";
import { areSameGpus } from "./machines";
import { type Pick, pickOrg, pickReservation, unitIdsIn, unitIdsOn } from "./pick";
import { type Planned, planned, refusedWith, type Verdict } from "./planned";
import { askedSpan, holds, obstacles, type Span, status, whyNotReservable } from "./rules";

type Of<D extends Command["do"]> = Extract<Command, { do: D }>;

const iso = (ms: number | null) => (ms === null ? null : new Date(ms));
const idsOf = (m: Model, orgs: number[]) => [...new Set(orgs.map((org) => pickOrg(m, org).id))];

/** The platform org is in every audience. */
const audience = (m: Model, ids: string[]): string[] => [
  ...new Set([...ids, ...m.orgs.filter((org) => org.isPlatform).map((org) => org.id)]),
];

const copy = (gpus: Gpu[]): Gpu[] => gpus.map((gpu) => ({ ...gpu }));
const held = (unit: Unit, released = false): Held => ({
  unitId: unit.id,
  gpus: copy(unit.gpus),
  allocClass: unit.allocClass,
  released,
});

const find = (node: Node, unitId: string): Unit | undefined => node.units.find((unit) => unit.id === unitId);

/** 409 where one of the units is refused, with the codes that would be right for the whole. */
function refusedUnits(reasons: [string, string[]][]): Verdict<unknown> | undefined {
  const refused = reasons.filter(([, codes]) => codes.length > 0);
  if (refused.length === 0) return undefined;
  return { refused: [...new Set(refused.flatMap(([, codes]) => codes))], refusedUnits: new Map(refused) };
}

export function create(m: Model, c: Create, by: Org): Planned {
  const node = m.nodes[c.node] as Node;
  const unitIds = unitIdsOn(node, c.units);
  const [allowed, managing] = [idsOf(m, c.allowed), idsOf(m, c.managing)];
  const span = askedSpan(m, c.startIn, c.endIn);
  const input = {
    nodeId: node.id,
    unitIds,
    allowedOrgIds: allowed,
    managingOrgIds: managing,
    startsAt: c.startIn === undefined ? undefined : new Date(m.now + c.startIn),
    endsAt: c.endIn === undefined ? undefined : new Date(m.now + c.endIn),
  };
  const attempt = { by, op: "createReservation" as const, input, action: "reservation.create", node };
  const units = unitIds.map((unitId) => find(node, unitId));
  if (!by.isPlatform) return planned(m, attempt, refusedWith("not_found"));
  if (!span || units.includes(undefined)) return planned(m, attempt, refusedWith("invalid_request"));
  const all = units as Unit[];
  const conflict = refusedUnits(all.map((unit) => [unit.id, whyNotReservable(m, node, unit, span)]));
  if (conflict) return planned(m, attempt, conflict);
  return planned(m, attempt, {
    done: ({ id }) => {
      m.reservations.push({
        id,
        node,
        ...span,
        cancelled: false,
        gen: node.gen,
        allowed: audience(m, allowed),
        managing,
        units: all.map((unit) => held(unit)),
        former: [],
      });
    },
  });
}

/** Calls on one reservation that only the operator may make; undefined where there is none yet. */
function managed(m: Model, res: number, plan: (r: Reservation, path: Pick) => Planned): Planned | undefined {
  const r = pickReservation(m, res);
  return r && plan(r, { nodeId: r.node.id, reservationId: r.id });
}

export const cancel = (m: Model, c: Cancel, by: Org): Planned | undefined =>
  managed(m, c.res, (r, path) => {
    const unitIds = c.units && unitIdsIn(r, c.units);
    const attempt = {
      by,
      op: "cancelReservation" as const,
      input: { ...path, unitIds },
      action: "reservation.cancel",
      node: r.node,
    };
    if (!by.isPlatform) return planned(m, attempt, refusedWith("not_found"));
    const own = r.units.map((unit) => unit.unitId);
    if (unitIds?.some((unitId) => !own.includes(unitId) && !r.former.includes(unitId))) {
      return planned(m, attempt, refusedWith("invalid_request"));
    }
    if (status(m, r) === "expired") return planned(m, attempt, refusedWith("wrong_status"));
    const out = unitIds?.filter((unitId) => own.includes(unitId)) ?? own;
    if (status(m, r) === "cancelled" || out.length === 0) return planned(m, attempt, { changesNothing: true });
    return planned(m, attempt, {
      done: () => {
        if (out.length === own.length) {
          r.cancelled = true;
          for (const unit of r.units) unit.released = false;
        } else {
          r.units = r.units.filter((unit) => !out.includes(unit.unitId));
          r.former.push(...out);
        }
      },
    });
  });

const isSame = (a: string[] | undefined, b: string[]) => a === undefined || a.join() === b.join();

/** A longer term must not run into anybody else's. */
function inTheWayOf(m: Model, r: Reservation, end: number | null): Verdict<unknown> | undefined {
  const reasons = r.units.map((unit): [string, string[]] => {
    const current = find(r.node, unit.unitId);
    const others = current ? obstacles(m, r.node, current, { start: r.start, end }, r) : [];
    return [unit.unitId, others.length > 0 ? ["reservation_overlap"] : []];
  });
  return refusedUnits(reasons);
}

function changed(m: Model, c: Change, r: Reservation) {
  const allowed = c.allowed && idsOf(m, c.allowed);
  return {
    end: c.endIn === undefined ? r.end : c.endIn === null ? null : m.now + c.endIn,
    allowed,
    audience: allowed ? audience(m, allowed) : r.allowed,
    managing: c.managing && idsOf(m, c.managing),
  };
}

export const change = (m: Model, c: Change, by: Org): Planned | undefined =>
  managed(m, c.res, (r, path) => {
    const to = changed(m, c, r);
    const input = {
      ...path,
      endsAt: c.endIn === undefined ? undefined : iso(to.end),
      allowedOrgIds: to.allowed,
      managingOrgIds: to.managing,
    };
    const attempt = { by, op: "changeReservation" as const, input, action: "reservation.change", node: r.node };
    if (!by.isPlatform) return planned(m, attempt, refusedWith("not_found"));
    if (c.endIn !== undefined && to.end !== null && (to.end <= m.now || to.end <= r.start)) {
      return planned(m, attempt, refusedWith("invalid_request"));
    }
    if (!["pending", "active"].includes(status(m, r))) return planned(m, attempt, refusedWith("wrong_status"));
    const conflict = to.end === r.end ? undefined : inTheWayOf(m, r, to.end);
    if (conflict) return planned(m, attempt, conflict);
    return planned(m, attempt, {
      changesNothing: to.end === r.end && isSame(to.audience, r.allowed) && isSame(to.managing, r.managing),
      done: () => Object.assign(r, { end: to.end, allowed: to.audience, managing: to.managing ?? r.managing }),
    });
  });

/** Section 5: what stands in the way of holding a unit from now on. */
function reaffirmReasons(m: Model, r: Reservation, unit: Unit): string[] {
  const span: Span = { start: Math.max(r.start, m.now), end: r.end };
  const isNew = !r.units.some((own) => own.unitId === unit.id);
  const codes: string[] = [];
  if (obstacles(m, r.node, unit, span, r).length > 0) codes.push("reservation_overlap");
  if (isNew && !unit.sellable) codes.push("unit_not_reservable");
  return codes;
}

export const reaffirm = (m: Model, c: Of<"reaffirm">, by: Org): Planned | undefined =>
  managed(m, c.res, (r, path) => {
    const unitIds = c.units && unitIdsOn(r.node, c.units);
    const attempt = {
      by,
      op: "reaffirmReservation" as const,
      input: { ...path, unitIds },
      action: "reservation.reaffirm",
      node: r.node,
    };
    if (!by.isPlatform) return planned(m, attempt, refusedWith("not_found"));
    if (unitIds?.some((unitId) => !find(r.node, unitId))) return planned(m, attempt, refusedWith("invalid_request"));
    if (status(m, r) !== "needs-review") return planned(m, attempt, refusedWith("wrong_status"));
    if (!unitIds) {
      const different = r.units.filter((own) => {
        const current = find(r.node, own.unitId);
        return !current || current.allocClass !== own.allocClass || !areSameGpus(own.gpus, current.gpus);
      });
      if (different.length > 0) {
        const units = new Map(different.map((own): [string, string[]] => [own.unitId, []]));
        return planned(m, attempt, { refused: ["topology_mismatch"], refusedUnits: units });
      }
    }
    const wanted = (unitIds ?? r.units.map((own) => own.unitId)).map((unitId) => find(r.node, unitId) as Unit);
    const conflict = refusedUnits(wanted.map((unit) => [unit.id, reaffirmReasons(m, r, unit)]));
    if (conflict) return planned(m, attempt, conflict);
    return planned(m, attempt, {
      done: () => {
        const before = r.units;
        const wasReleased = (unit: Unit) => before.some((own) => own.unitId === unit.id && own.released);
        r.units = wanted.map((unit) => held(unit, wasReleased(unit)));
        r.former.push(...before.map((own) => own.unitId).filter((id) => !wanted.some((unit) => unit.id === id)));
        r.gen = r.node.gen;
        if (!wanted.every((unit) => holds(r, unit))) throw new Error("a reservation does not hold its own units");
      },
    });
  });
