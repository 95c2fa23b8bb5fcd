import { fleetNodes, fleetPage, searchReservations } from "@/db/queries/console";
import { type Context, scopeOf } from "../shared/context";

const EACH = 6;

export interface Found {
  nodes: { id: string; hostname: string; owner: string }[];
  reservations: { id: string; nodeId: string; hostname: string; contractRef?: string }[];
}

/** Nodes and reservations for the command palette: by name, place, id or contract reference. */
export async function search(ctx: Context, input: { text: string }): Promise<Found> {
  const scope = scopeOf(ctx);
  const { permissions } = ctx.actor;
  const places = permissions.has("node.read")
    ? await fleetPage(ctx.db, { search: input.text }, { sort: "hostname", after: undefined, limit: EACH }, scope)
    : [];
  const nodes = await fleetNodes(
    ctx.db,
    places.map((place) => place.id),
  );
  const reservations = permissions.has("reservation.read")
    ? await searchReservations(ctx.db, input.text, EACH, scope)
    : [];
  return {
    nodes: nodes.map((node) => ({ id: node.id, hostname: node.hostname, owner: node.ownerName })),
    reservations: reservations.map(({ contractRef, ...rest }) => ({
      ...rest,
      ...(contractRef !== null && { contractRef }),
    })),
  };
}
