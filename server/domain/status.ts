import { covers, type Term } from "./term";

export const RESERVATION_STATUSES = ["pending", "active", "needs-review", "expired", "cancelled"] as const;
export type ReservationStatus = (typeof RESERVATION_STATUSES)[number];

export const RESERVATION_ACTIONS = ["release", "reclaim", "cancel", "change", "reaffirm"] as const;
export type ReservationAction = (typeof RESERVATION_ACTIONS)[number];

/** The stored facts that a reservation's status follows from. */
export interface StatusFacts extends Term {
  cancelledAt: Date | null;
  topologyGen: number;
}

/** Status at `now`, first match wins (contract, section 2). The same rule in SQL: db/queries/status.ts. */
export function reservationStatus(facts: StatusFacts, nodeTopologyGen: number, now: Date): ReservationStatus {
  if (facts.cancelledAt !== null) return "cancelled";
  if (facts.endsAt !== null && facts.endsAt <= now) return "expired";
  if (facts.topologyGen !== nodeTopologyGen) return "needs-review";
  return covers(facts, now) ? "active" : "pending";
}

export const isLive = (status: ReservationStatus): boolean => status !== "expired" && status !== "cancelled";

const OVER = {
  expired: "The reservation has expired.",
  cancelled: "The reservation is cancelled.",
};
const IN_REVIEW = "The node's topology changed: re-affirm the reservation first.";

/**
 * Which state allows which action (contract, section 5): `true`, or the sentence that says why not. The server's 409
 * and the console's disabled buttons both read it here.
 */
const ALLOWED: Record<ReservationAction, Record<ReservationStatus, true | string>> = {
  release: { pending: true, active: true, "needs-review": IN_REVIEW, ...OVER },
  reclaim: { pending: true, active: true, "needs-review": true, ...OVER },
  // Cancelling what is cancelled succeeds and changes nothing.
  cancel: { pending: true, active: true, "needs-review": true, expired: OVER.expired, cancelled: true },
  change: { pending: true, active: true, "needs-review": IN_REVIEW, ...OVER },
  reaffirm: {
    pending: "The reservation is on the current topology; there is nothing to re-affirm.",
    active: "The reservation is on the current topology; there is nothing to re-affirm.",
    "needs-review": true,
    ...OVER,
  },
};

/** Undefined where the action is allowed in that status; else the sentence that says why not. */
export function whyNot(action: ReservationAction, status: ReservationStatus): string | undefined {
  const allowed = ALLOWED[action][status];
  return allowed === true ? undefined : allowed;
}

/** The first instant after now at which one of the terms begins or ends: a status changes then, and nobody announces it. */
export function nextBoundary(terms: readonly Term[], now: Date): Date | undefined {
  const instants = terms.flatMap(({ startsAt, endsAt }) => [startsAt, ...(endsAt ? [endsAt] : [])]);
  return instants.filter((each) => each > now).reduce<Date | undefined>((a, b) => (a && a < b ? a : b), undefined);
}
