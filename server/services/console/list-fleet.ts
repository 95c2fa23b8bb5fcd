import type { z } from "zod";
import {
  type FleetFilter,
  type FleetNodeRow,
  type FleetPlace,
  fleetCount,
  fleetNodes,
  fleetPage,
  visibleNodes,
} from "@/db/queries/console";
import { readNodeStates } from "@/db/queries/node-state";
import type { FleetRow, fleetPageSchema, fleetQuerySchema } from "@/server/contract/console";
import { isLive, nextBoundary, reservationStatus } from "@/server/domain/status";
import { unitSituation } from "@/server/domain/unit-state";
import { type Context, scopeOf } from "../shared/context";
import { pageThrough } from "../shared/cursor";
import { type LoadedNode, toFacts } from "../shared/node-state";
import { present, utc } from "../shared/present";

type Query = z.output<typeof fleetQuerySchema>;
type FleetPage = z.output<typeof fleetPageSchema>;

const DEFAULT_LIMIT = 60;

function models(state: LoadedNode): FleetRow["models"] {
  const byId = new Map<string, FleetRow["models"][number]>();
  for (const unit of state.units) {
    const known = byId.get(unit.gpuModelId) ?? { id: unit.gpuModelId, name: unit.gpuModelName, gpus: 0 };
    byId.set(unit.gpuModelId, { ...known, gpus: known.gpus + unit.gpuBdfs.length });
  }
  return [...byId.values()];
}

function fleetRow(row: FleetNodeRow, state: LoadedNode): FleetRow {
  const { node, now } = state;
  const boundary = nextBoundary(state.reservations, now);
  const statuses = state.reservations.map((each) => reservationStatus(each, node.topologyGen, now));
  return present({
    id: row.id,
    hostname: row.hostname,
    owner: { id: node.organizationId, name: row.ownerName },
    pool: node.pool,
    status: node.status,
    reportedAt: row.reportedAt && utc(row.reportedAt),
    locationCity: row.locationCity,
    locationCountry: row.locationCountry,
    models: models(state),
    units: state.units.map((unit) =>
      present({
        state: unitSituation(unit, state).state,
        gpus: unit.gpuBdfs.length,
        numa: unit.numa,
      }),
    ),
    inReview: statuses.filter((status) => isLive(status) && status === "needs-review").length,
    nextBoundary: boundary && utc(boundary),
  });
}

/** Rows of a page in the order of their places; a node that was removed from view meanwhile is left out. */
async function fleetRows(ctx: Context, places: readonly FleetPlace[]): Promise<Map<string, FleetRow>> {
  const ids = places.map((place) => place.id);
  const [nodes, states] = await Promise.all([fleetNodes(ctx.db, ids), readNodeStates(ctx.db, ids)]);
  const byId = new Map(states.map((state) => [state.id, toFacts(state)]));
  return new Map(
    nodes.flatMap((row) => {
      const state = byId.get(row.id);
      return state ? [[row.id, fleetRow(row, state)] as const] : [];
    }),
  );
}

/** The rows of these nodes as they are now; those that the caller may not see are left out. */
export async function readFleetRows(ctx: Context, nodeIds: readonly string[]): Promise<FleetRow[]> {
  const visible = await visibleNodes(ctx.db, nodeIds, scopeOf(ctx));
  const rows = await fleetRows(
    ctx,
    visible.map((id) => ({ id, key: id })),
  );
  return [...rows.values()];
}

/** Nodes that the caller may see, filtered and sorted, each with enough to draw its miniature. */
export async function listFleet(ctx: Context, query: Query): Promise<FleetPage> {
  const { cursor, limit = DEFAULT_LIMIT, sort = "hostname", direction: _, ...filter } = query;
  const fleetFilter: FleetFilter = filter;
  const [total, page] = await Promise.all([
    cursor === undefined ? fleetCount(ctx.db, fleetFilter, scopeOf(ctx)) : undefined,
    pageThrough<FleetPlace, FleetPlace>(
      ctx,
      { limit, cursor: cursor ?? undefined },
      {
        list: "fleet",
        filters: { ...filter, sort },
        rows: ({ after, limit: most }) => {
          const place = after === undefined ? undefined : (JSON.parse(after) as FleetPlace);
          return fleetPage(ctx.db, fleetFilter, { sort, after: place, limit: most }, scopeOf(ctx));
        },
        position: (place) => JSON.stringify(place),
        item: (place) => place,
      },
    ),
  ]);
  const rows = await fleetRows(ctx, page.items);
  const items = page.items.flatMap((place) => rows.get(place.id) ?? []);
  return {
    items,
    ...(total !== undefined && { total }),
    ...(page.nextCursor !== undefined && { nextCursor: page.nextCursor }),
  };
}
