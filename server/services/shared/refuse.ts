import { type FieldProblem, invalid, Refusal } from "@/server/domain/errors";
import type { UnitFacts } from "@/server/domain/facts";
import type { NotReservable } from "@/server/domain/reservable";
import { type ReservationAction, type ReservationStatus, whyNot } from "@/server/domain/status";

/** 400 with every problem, if there is one. */
export function refuseProblems(problems: readonly FieldProblem[]): void {
  const [first, ...rest] = problems;
  if (first) throw invalid([first, ...rest]);
}

/** 409 where the reservation's status doesn't allow the action. */
export function refuseWrongStatus(action: ReservationAction, status: ReservationStatus): void {
  const reason = whyNot(action, status);
  if (reason !== undefined) throw new Refusal("wrong_status", reason, { status, action });
}

export interface RefusedUnit extends NotReservable {
  unitId: string;
}

/** 409 that lists every refused unit with its reason, if there is one (contract, section 7, "Errors"). */
export function refuseUnits(refused: readonly RefusedUnit[]): void {
  const [first] = refused;
  if (!first) return;
  const overlap = refused.some((unit) => unit.code === "reservation_overlap");
  const rest = refused.length > 1 ? ` ${refused.length - 1} more can't be reserved either.` : "";
  throw new Refusal(
    overlap ? "reservation_overlap" : "unit_not_reservable",
    `Unit ${first.unitId} can't be reserved: ${first.reason}${rest}`,
    { units: refused },
  );
}

/** The units of these ids on a node; unknown, gone and another node's are one problem (contract, section 7). */
export function namedUnits<U extends UnitFacts>(
  units: readonly U[],
  unitIds: readonly string[],
): { units: U[]; problems: FieldProblem[] } {
  const byId = new Map(units.map((unit) => [unit.id, unit]));
  const found: U[] = [];
  const problems: FieldProblem[] = [];
  unitIds.forEach((unitId, index) => {
    const unit = byId.get(unitId);
    if (unit) found.push(unit);
    else problems.push({ field: `unitIds.${index}`, message: "is not a unit of this node" });
  });
  return { units: found, problems };
}

/** Problems for unit ids that are not part of a reservation. */
export function foreignUnits(unitIds: readonly string[], own: readonly string[]): FieldProblem[] {
  return unitIds.flatMap((unitId, index) =>
    own.includes(unitId) ? [] : [{ field: `unitIds.${index}`, message: "is not a unit of this reservation" }],
  );
}
