import { sql } from "kysely";
import type { Executor } from "../client";
import { reservationFrom } from "./reservations";
import { reservationAccess, type Scope } from "./scope";
import { type ReservationStatusRow, reservationStatusSql } from "./status";

export interface HoldRow {
  seq: string;
  unitId: string;
  reservationId: string;
  status: ReservationStatusRow;
  contractRef: string | null;
  allowedOrgIds: string[];
  platformNamed: boolean;
  from: Date;
  to: Date | null;
  /** The unit was taken out of the reservation. */
  isRemoved: boolean;
}

export interface TimeRange {
  from: Date;
  to: Date;
}

/** Which reservation held which unit of a node at any time within a range, as far as the caller may read them. */
export async function holdsOfNode(
  db: Executor,
  nodeId: string,
  { from, to }: TimeRange,
  limit: number,
  scope: Scope,
): Promise<HoldRow[]> {
  const result = await sql<HoldRow>`
    select ru.seq, ru.unit_id as "unitId", r.id as "reservationId", ${reservationStatusSql} as status,
      r.contract_ref as "contractRef", r.allowed_org_ids as "allowedOrgIds", r.platform_named as "platformNamed",
      lower(ru.term) as "from", upper(ru.term) as "to", ru.removed_at is not null as "isRemoved"
    ${reservationFrom} join reservation_units ru on ru.node_id = r.node_id and ru.reservation_id = r.id
    where r.node_id = ${nodeId} and ${reservationAccess("see", scope)}
      and ru.term && tstzrange(${from}, ${to}, '[)') and not isempty(ru.term)
    order by lower(ru.term) desc, ru.seq desc limit ${limit}`.execute(db);
  return result.rows;
}

export interface ReleaseRow {
  reservationId: string;
  at: Date;
  kind: "release" | "reclaim";
  unitIds: string[];
}

/** Releases and reclaims of reservations, in the order in which they happened. */
export async function releasesOf(db: Executor, reservationIds: readonly string[]): Promise<ReleaseRow[]> {
  if (reservationIds.length === 0) return [];
  const result = await sql<ReleaseRow>`
    select a.reservation_id as "reservationId", a.at, split_part(a.action, '.', 2) as kind, a.unit_ids as "unitIds"
    from audit_entries a
    where a.reservation_id = any(${[...reservationIds]}::text[]) and a.outcome = 'done'
      and a.action in ('reservation.release', 'reservation.reclaim') and a.unit_ids is not null
    order by a.seq`.execute(db);
  return result.rows;
}

export interface RunRow {
  unitId: string;
  workloadId: string;
  name: string;
  kind: "vm" | "pod";
  organizationId: string;
  tier: "community" | "verified" | "spot";
  from: Date;
  to: Date | null;
}

/** Which workload held which unit of a node at any time within a range. */
export async function runsOnNode(
  db: Executor,
  nodeId: string,
  { from, to }: TimeRange,
  limit: number,
): Promise<RunRow[]> {
  const result = await sql<RunRow>`
    select c.unit_id as "unitId", w.id as "workloadId", w.name, w.kind, w.organization_id as "organizationId", w.tier,
      c.claimed_at as "from", c.ended_at as "to"
    from claims c join workloads w on w.id = c.workload_id
    where c.node_id = ${nodeId} and c.claimed_at < ${to} and coalesce(c.ended_at, timestamptz 'infinity') > ${from}
    order by c.claimed_at desc, w.id desc limit ${limit}`.execute(db);
  return result.rows;
}
