import { dateLabel, instantLabel } from "@/components/ui/time-format";
import type { NodeView, ReservationView, UnitView } from "@/server/contract/console";
import { count, listOf } from "./address";
import { STATE_LOOKS } from "./state-look";

/** `28 Feb 2027 07:53 UTC`: the same on the server and in every browser. */
const utcMinute = (iso: string) => instantLabel(Date.parse(iso), "UTC");

/** The model without its vendor, which would stand first in every tile. */
export function shortModel(unit: Pick<UnitView, "gpuModelName" | "gpuModelId">): string {
  const name = unit.gpuModelName.replace(/^(?:NVIDIA|AMD)\s+/, "").trim();
  return name === "" ? unit.gpuModelId : name;
}

export function governingOf(unit: UnitView, view: NodeView): ReservationView | undefined {
  return view.reservations.find(({ id }) => id === unit.reservationId);
}

/**
 * Whom a reservation is for. The operator is in every audience by rule and isn't named unless it is the only one, or
 * the caller doesn't know which org that is.
 */
export function audienceText(reservation: ReservationView, platformOrgId?: string): string {
  const others = reservation.audience.filter(({ id }) => id !== platformOrgId);
  return listOf((others.length > 0 ? others : reservation.audience).map(({ name }) => name));
}

const begun = (reservation: ReservationView, now: string) => Date.parse(reservation.startsAt) <= Date.parse(now);

/** `until 28 Feb 2027`, `from 5 Dec 2026`, `open-ended`: what counts of the term on a tile. */
export function shortTerm(reservation: ReservationView, now: string, zone: string): string {
  const day = (iso: string) => dateLabel(Date.parse(iso), zone);
  if (!begun(reservation, now)) return `from ${day(reservation.startsAt)}`;
  return reservation.endsAt === undefined ? "open-ended" : `until ${day(reservation.endsAt)}`;
}

/** The term with its exact instants, for the ear. */
function exactTerm(reservation: ReservationView, now: string): string {
  const from = begun(reservation, now) ? "" : `from ${utcMinute(reservation.startsAt)} `;
  return `${from}${reservation.endsAt === undefined ? "with no end" : `until ${utcMinute(reservation.endsAt)}`}`;
}

function stateClause(unit: UnitView): string {
  const org = unit.holder?.org.name;
  const clauses: Partial<Record<UnitView["state"], string>> = {
    "in-use": org && `in use by ${org}`,
    audience: org && `claimed by ${org} of the audience`,
    spot: org && `sold at spot to ${org}`,
    holdover: org && `holdover of ${org}`,
    "needs-review": org && `needs review, in use by ${org}`,
    "not-sellable": `not sellable: ${unit.notSellableReason ?? "no reason was reported"}`,
  };
  return (clauses[unit.state] ?? STATE_LOOKS[unit.state].name.toLowerCase()).replace(/\.$/, "");
}

function holderClause({ holder, state }: UnitView): string[] {
  if (!holder) return [];
  const tier = state === "spot" ? [] : [`tier ${holder.tier}`];
  return [`${holder.kind} ${holder.name}`, ...tier, ...(holder.status === "terminating" ? ["terminating"] : [])];
}

function reservedClause(unit: UnitView, view: NodeView, platformOrgId?: string): string[] {
  if (unit.reservationId === undefined) return [];
  const reservation = governingOf(unit, view);
  if (!reservation) return ["reserved"];
  return [`reserved for ${audienceText(reservation, platformOrgId)} ${exactTerm(reservation, view.now)}`];
}

/** Everything of a unit that changes while somebody looks: state, holder, reservation. */
export function situationOf(unit: UnitView, view: NodeView, platformOrgId?: string): string {
  return [stateClause(unit), ...holderClause(unit), ...reservedClause(unit, view, platformOrgId)].join(", ");
}

/** `0000:11:00.0 and 0000:12:00.0`. */
export function addressesOf(unit: UnitView): string {
  return listOf(unit.gpus.map(({ bdf }) => bdf));
}

export interface Marks {
  selected?: boolean;
  changed?: boolean;
  /** Why it can't be selected. */
  blocked?: string | undefined;
}

/** Why a unit can't be selected, where that isn't said already by why it can't be sold. */
export function ownReason(unit: UnitView, blocked: string | undefined): string | undefined {
  const said = unit.notSellableReason !== undefined && blocked?.includes(unit.notSellableReason);
  return said ? undefined : blocked;
}

function blockedClause(unit: UnitView, blocked: string | undefined): string[] {
  if (blocked === undefined) return [];
  const reason = ownReason(unit, blocked);
  return [reason === undefined ? "can't be selected" : `can't be selected: ${reason.replace(/\.$/, "")}`];
}

/** The accessible name of a tile. */
export function accessibleName(unit: UnitView, view: NodeView, marks: Marks = {}, platformOrgId?: string): string {
  const { selected = false, changed = false, blocked } = marks;
  return [
    `Unit ${addressesOf(unit)}`,
    count(unit.gpus.length, "GPU"),
    shortModel(unit),
    situationOf(unit, view, platformOrgId),
    ...(changed ? ["changed just now"] : []),
    ...blockedClause(unit, blocked),
    ...(selected ? ["selected"] : []),
  ].join(", ");
}

/** `3 units selected, 4 GPUs`. */
export function selectionText(units: readonly UnitView[], selected: ReadonlySet<string>): string {
  const chosen = units.filter(({ id }) => selected.has(id));
  if (chosen.length === 0) return "Nothing selected";
  const gpus = chosen.reduce((sum, unit) => sum + unit.gpus.length, 0);
  return `${count(chosen.length, "unit")} selected, ${count(gpus, "GPU")}`;
}

/** Units that reservations here hold and the last report doesn't have, with the reservations that hold them. */
export function missingUnits(view: NodeView): { id: string; reservations: ReservationView[] }[] {
  const present = new Set(view.units.map(({ id }) => id));
  const missing = new Map<string, ReservationView[]>();
  for (const reservation of view.reservations) {
    for (const id of reservation.reservedUnitIds) {
      if (!present.has(id)) missing.set(id, [...(missing.get(id) ?? []), reservation]);
    }
  }
  return [...missing].map(([id, reservations]) => ({ id, reservations }));
}
