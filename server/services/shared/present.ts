import type { z } from "zod";
import type { AuditRow } from "@/db/queries/audit";
import type { NodeRow } from "@/db/queries/nodes";
import type { OrgRow } from "@/db/queries/orgs";
import type { ReservationRow } from "@/db/queries/reservations";
import type { auditEntrySchema } from "@/server/contract/audit";
import type { nodeSchema } from "@/server/contract/nodes";
import type { orgSchema } from "@/server/contract/orgs";
import type { reservationSchema } from "@/server/contract/reservations";
import { isLive } from "@/server/domain/status";

export type Reservation = z.output<typeof reservationSchema>;
export type Node = z.output<typeof nodeSchema>;
export type Org = z.output<typeof orgSchema>;
export type AuditEntry = z.output<typeof auditEntrySchema>;

/** A time as the API prints it: UTC, milliseconds, `Z`. */
export const utc = (time: Date): string => time.toISOString();

/** Absent means absent: drops fields that hold null or undefined (contract, section 7). */
export function present<T extends Record<string, unknown>>(
  fields: T,
): { [K in keyof T]: null extends T[K] ? Exclude<T[K], null> | undefined : T[K] } {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) if (value !== null && value !== undefined) kept[name] = value;
  return kept as { [K in keyof T]: null extends T[K] ? Exclude<T[K], null> | undefined : T[K] };
}

const utcOrNull = (time: Date | null): string | null => time && utc(time);

export function presentReservation(row: ReservationRow): Reservation {
  return present({
    id: row.id,
    nodeId: row.nodeId,
    status: row.status,
    reservedUnitIds: row.units.map((unit) => unit.unitId),
    // Released is what is on the spot market by this reservation; one that is over puts nothing there.
    releasedUnitIds: isLive(row.status) ? row.units.filter((unit) => unit.released).map((unit) => unit.unitId) : [],
    allowedOrgIds: row.allowedOrgIds,
    managingOrgIds: row.managingOrgIds,
    startsAt: utc(row.startsAt),
    endsAt: utcOrNull(row.endsAt),
    contractRef: row.contractRef,
    reason: row.reason,
    topologyGen: row.topologyGen,
    createdAt: utc(row.createdAt),
    updatedAt: utc(row.updatedAt),
  });
}

export function presentNode(row: NodeRow): Node {
  return present({ ...row, createdAt: utc(row.createdAt), reportedAt: utcOrNull(row.reportedAt) });
}

export const presentOrg = (row: OrgRow): Org => ({ ...row, createdAt: utc(row.createdAt) });

/** Entries are numbered in the order in which they were written. */
export const auditId = (seq: string): string => `aud_${seq}`;

export function presentAuditEntry(row: AuditRow): AuditEntry {
  return present({
    id: auditId(row.seq),
    at: utc(row.at),
    actor: { type: row.actorType, id: row.actorId, name: row.actorName },
    orgId: row.orgId,
    action: row.action,
    outcome: row.outcome,
    nodeId: row.nodeId,
    reservationId: row.reservationId,
    unitIds: row.unitIds,
    reason: row.reason,
    code: row.code,
    requestId: row.requestId,
    source: row.source,
  });
}
