import type { ExportFormat, TrailRow } from "@/server/contract/trail";
import { csvLine } from "../shared/csv";

const COLUMNS: readonly (readonly [string, (row: TrailRow) => string | undefined])[] = [
  ["id", (row) => row.id],
  ["at", (row) => row.at],
  ["actorType", (row) => row.actor.type],
  ["actorId", (row) => row.actor.id],
  ["actorName", (row) => row.actor.name],
  ["orgId", (row) => row.orgId],
  ["orgName", (row) => row.orgName],
  ["action", (row) => row.action],
  ["outcome", (row) => row.outcome],
  ["code", (row) => row.code],
  ["nodeId", (row) => row.nodeId],
  ["hostname", (row) => row.hostname],
  ["reservationId", (row) => row.reservationId],
  ["contractRef", (row) => row.reservation?.contractRef],
  ["unitIds", (row) => row.unitIds?.join(" ")],
  ["reason", (row) => row.reason],
  ["source", (row) => row.source],
  ["requestId", (row) => row.requestId],
];

/** What stands above the entries of an export. */
export const exportHead = (format: ExportFormat): string =>
  format === "csv" ? csvLine(COLUMNS.map(([name]) => name)) : "";

/** Entries as an export writes them, one record each. */
export function exportLines(format: ExportFormat, rows: readonly TrailRow[]): string {
  const line = (row: TrailRow) =>
    format === "csv" ? csvLine(COLUMNS.map(([, cell]) => cell(row))) : `${JSON.stringify(row)}\n`;
  return rows.map(line).join("");
}
