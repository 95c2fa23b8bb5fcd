import type { NodeView, ReservationView, UnitView } from "@/server/contract/console";

/** What every action dialog gets: the node as the page shows it, and what the action is about. */
export interface ActionProps {
  view: NodeView;
  units: readonly UnitView[];
  onClose: () => void;
}

export interface ReservationActionProps extends ActionProps {
  reservation: ReservationView;
}

/** How people tell a reservation from another: by contract, else by id. */
export const reservationName = (reservation: Pick<ReservationView, "id" | "contractRef">): string =>
  reservation.contractRef ?? reservation.id;

export const address = (reservation: Pick<ReservationView, "id" | "nodeId">) => ({
  nodeId: reservation.nodeId,
  reservationId: reservation.id,
});

export const idsOf = (units: readonly UnitView[]): string[] => units.map((unit) => unit.id);

/** Blank counts as nothing said. */
export const said = (text: string): { reason?: string } => (text.trim() === "" ? {} : { reason: text });
