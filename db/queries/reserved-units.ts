import { type CompiledQuery, sql } from "kysely";
import type { Trx } from "../client";

export interface NewReservedUnit {
  unitId: string;
  allocClass: string;
  gpuBdfs: readonly string[];
  gpuUuids: readonly string[];
  gpuIds?: readonly string[] | undefined;
  released: boolean;
}

/** Adds units to a reservation for a term. A violated exclusion constraint means that somebody else holds one. */
export const insertReservedUnits = (
  trx: Trx,
  reservation: { nodeId: string; id: string; startsAt: Date; endsAt: Date | null },
  units: readonly NewReservedUnit[],
): CompiledQuery<unknown> =>
  trx
    .insertInto("reservation_units")
    .values(
      units.map((unit) => ({
        node_id: reservation.nodeId,
        reservation_id: reservation.id,
        unit_id: unit.unitId,
        term: sql<string>`tstzrange(${reservation.startsAt}, ${reservation.endsAt}, '[)')`,
        released: unit.released,
        alloc_class: unit.allocClass,
        gpu_bdfs: [...unit.gpuBdfs],
        gpu_uuids: [...unit.gpuUuids],
        gpu_ids: [...(unit.gpuIds ?? [])],
      })),
    )
    .compile();

/** Cuts what units block at now: an emptied range blocks nothing. All current units where none are named. */
export const cutTerm = (now: Date) => sql<string>`tstzrange(lower(term), greatest(lower(term), ${now}), '[)')`;

/** Takes units out of a reservation, and frees them from now on. */
export const unitRemoval = (
  trx: Trx,
  { nodeId, id }: { nodeId: string; id: string },
  unitIds: readonly string[],
  now: Date,
): CompiledQuery<unknown> =>
  trx
    .updateTable("reservation_units")
    .set({ term: cutTerm(now), released: false, removed_at: now })
    .where("node_id", "=", nodeId)
    .where("reservation_id", "=", id)
    .where("removed_at", "is", null)
    .where("unit_id", "in", [...unitIds])
    .compile();

/** Units that were part of the reservation once and were taken out. */
export async function removedUnitIds(trx: Trx, nodeId: string, id: string): Promise<string[]> {
  const rows = await trx
    .selectFrom("reservation_units")
    .select("unit_id")
    .where("node_id", "=", nodeId)
    .where("reservation_id", "=", id)
    .where("removed_at", "is not", null)
    .execute();
  return rows.map((row) => row.unit_id);
}

export async function setReleased(
  trx: Trx,
  nodeId: string,
  id: string,
  unitIds: readonly string[],
  released: boolean,
): Promise<void> {
  await trx
    .updateTable("reservation_units")
    .set({ released })
    .where("node_id", "=", nodeId)
    .where("reservation_id", "=", id)
    .where("removed_at", "is", null)
    .where("unit_id", "in", [...unitIds])
    .execute();
}

/** Takes down the silicon and class that a reserved unit has now. */
export async function refreshReservedUnit(
  trx: Trx,
  nodeId: string,
  id: string,
  unit: Omit<NewReservedUnit, "unitId" | "released"> & { id: string },
): Promise<void> {
  await trx
    .updateTable("reservation_units")
    .set({
      alloc_class: unit.allocClass,
      gpu_bdfs: [...unit.gpuBdfs],
      gpu_uuids: [...unit.gpuUuids],
      gpu_ids: [...(unit.gpuIds ?? [])],
    })
    .where("node_id", "=", nodeId)
    .where("reservation_id", "=", id)
    .where("removed_at", "is", null)
    .where("unit_id", "=", unit.id)
    .execute();
}
