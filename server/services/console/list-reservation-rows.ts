import { fleetNodes, searchOrgs, visibleNodes } from "@/db/queries/console";
import {
  type ListedReservation,
  type ListFilter,
  type ListPlace,
  type NamedOrg,
  namedOrgs,
  orgsInAudiences,
  reservationListCount,
  reservationListPage,
  reservationListRows,
} from "@/db/queries/reservation-list";
import type {
  ReservationExport,
  ReservationListPage,
  ReservationListQuery,
  ReservationListRow,
} from "@/server/contract/reservation-list";
import { isLive } from "@/server/domain/status";
import { type Context, scopeOf } from "../shared/context";
import { csvLine } from "../shared/csv";
import { pageThrough } from "../shared/cursor";
import { present, utc } from "../shared/present";

const DEFAULT_LIMIT = 100;
/** Counting further takes as long as reading; nobody scrolls there. */
export const COUNTED = 10_000;
const HOURS = { "24h": 24, "7d": 7 * 24, "30d": 30 * 24 } as const;
const EXPORT_PAGE = 500;
const MOST_ORGS = 20;

function filterOf(query: ReservationExport): ListFilter {
  const { status, nodeId, orgId, contract, ending } = query;
  return { status, nodeId, orgId, contract: contract?.trim(), endsWithinHours: ending && HOURS[ending] };
}

function rowOf(row: ListedReservation, orgs: ReadonlyMap<string, NamedOrg>): ReservationListRow {
  const named = (id: string) => ({ id, name: orgs.get(id)?.name ?? id });
  const asked = row.platformNamed ? row.allowedOrgIds : row.allowedOrgIds.filter((id) => !orgs.get(id)?.isPlatform);
  return present({
    id: row.id,
    nodeId: row.nodeId,
    hostname: row.hostname,
    status: row.status,
    audience: (asked.length > 0 ? asked : row.allowedOrgIds).map(named),
    managers: row.managingOrgIds.map(named),
    startsAt: utc(row.startsAt),
    endsAt: row.endsAt && utc(row.endsAt),
    cancelledAt: row.cancelledAt && utc(row.cancelledAt),
    contractRef: row.contractRef,
    units: row.units.length,
    released: isLive(row.status) ? row.units.filter((unit) => unit.released).length : 0,
    createdAt: utc(row.createdAt),
  });
}

async function withNames(ctx: Context, rows: readonly ListedReservation[]): Promise<ReservationListRow[]> {
  const ids = new Set(rows.flatMap((row) => [...row.allowedOrgIds, ...row.managingOrgIds]));
  const orgs = new Map((await namedOrgs(ctx.db, [...ids])).map((org) => [org.id, org]));
  return rows.map((row) => rowOf(row, orgs));
}

function pageOf(ctx: Context, query: ReservationListQuery) {
  const { cursor, limit = DEFAULT_LIMIT, sort = "-created", direction: _, ...filters } = query;
  const filter = filterOf(filters);
  return pageThrough<ListedReservation, ListedReservation>(
    ctx,
    { limit, cursor: cursor ?? undefined },
    {
      list: "reservationRows",
      filters: { ...filters, sort },
      rows: ({ after, limit: most }) => {
        const place = after === undefined ? undefined : (JSON.parse(after) as ListPlace);
        return reservationListPage(ctx.db, filter, { sort, after: place, limit: most }, scopeOf(ctx));
      },
      position: ({ key, id }) => JSON.stringify({ key, id }),
      item: (row) => row,
    },
  );
}

/** What the filters' ids are called; nothing for what the caller may not know of. */
async function filterNames(ctx: Context, query: ReservationListQuery): Promise<ReservationListPage["names"]> {
  const { nodeId, orgId } = query;
  const visible = nodeId === undefined ? [] : await visibleNodes(ctx.db, [nodeId], scopeOf(ctx));
  const [node] = await fleetNodes(ctx.db, visible);
  const orgs = orgId === undefined ? [] : await audienceOrgs(ctx, orgId);
  const org = orgs.find((each) => each.id === orgId);
  return { ...(node && { node: node.hostname }), ...(org && { org: org.name }) };
}

/** Reservations that the caller may read, over all nodes, filtered and sorted. */
export async function listReservationRows(ctx: Context, query: ReservationListQuery): Promise<ReservationListPage> {
  const [page, total, names] = await Promise.all([
    pageOf(ctx, query),
    reservationListCount(ctx.db, filterOf(query), COUNTED + 1, scopeOf(ctx)),
    filterNames(ctx, query),
  ]);
  return { ...page, items: await withNames(ctx, page.items), total, names };
}

/** Those of a list as they are now; what the caller may not read is left out. */
export async function readReservationRows(ctx: Context, ids: readonly string[]): Promise<ReservationListRow[]> {
  return withNames(ctx, await reservationListRows(ctx.db, ids, scopeOf(ctx)));
}

/** Orgs to filter by: the operator's choice is all of them, everybody else's those that she sees in a reservation. */
export function audienceOrgs(ctx: Context, text: string): Promise<{ id: string; name: string }[]> {
  if (ctx.actor.isPlatform) return searchOrgs(ctx.db, text, MOST_ORGS);
  return orgsInAudiences(ctx.db, text, MOST_ORGS, scopeOf(ctx));
}

const HEAD = [
  "id",
  "contract",
  "status",
  "node",
  "hostname",
  "audience",
  "managing_orgs",
  "starts_at",
  "ends_at",
  "units",
  "released_units",
  "created_at",
];

function csvRow(row: ReservationListRow): string {
  const names = (orgs: ReservationListRow["audience"]) => orgs.map((org) => org.name).join("; ");
  return csvLine([
    row.id,
    row.contractRef,
    row.status,
    row.nodeId,
    row.hostname,
    names(row.audience),
    names(row.managers),
    row.startsAt,
    row.endsAt,
    row.units,
    row.released,
    row.createdAt,
  ]);
}

/** The same list to its end as CSV, a piece at a time: never more than a page of it is held. */
export async function* exportReservations(ctx: Context, query: ReservationExport): AsyncGenerator<string> {
  let head = csvLine(HEAD);
  let cursor: string | undefined;
  do {
    const page = await pageOf(ctx, { ...query, limit: EXPORT_PAGE, cursor });
    const rows = await withNames(ctx, page.items);
    yield head + rows.map(csvRow).join("");
    head = "";
    cursor = page.nextCursor;
  } while (cursor !== undefined);
}
