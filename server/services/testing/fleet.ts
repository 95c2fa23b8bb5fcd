import fc from "fast-check";
import { sql } from "kysely";
import type { Executor } from "@/db/client";
import { insertNode, insertReservation, insertUnits, seedBdf } from "@/db/testing/seed";
import { newId } from "@/server/ids";

export const MODELS = ["fleet-a", "fleet-b"] as const;
export const CLASSES = ["vfio-group", "device-request"] as const;

export interface FleetOrgs {
  platform: string;
  provider: string;
  audience: readonly string[];
}

const HOUR = 3_600_000;
/** Terms in hours from now; those of one unit must not overlap, so each is given out once a unit. */
const TERMS: readonly (readonly [number, number | null])[] = [
  [-5, -4],
  [-3, 2],
  [3, 4],
  [5, null],
];

const unit = fc.record({
  size: fc.constantFrom(1, 1, 1, 2, 2, 4, 0),
  model: fc.constantFrom(...MODELS),
  allocClass: fc.constantFrom("vfio-group", "vfio-group", "device-request" as const),
  numa: fc.constantFrom(0, 1, null),
  claim: fc.constantFrom(null, null, "community", "verified", "spot" as const),
});

const reservation = fc.record({
  term: fc.nat(TERMS.length - 1),
  units: fc.array(fc.record({ index: fc.nat(6), released: fc.boolean() }), { minLength: 1, maxLength: 5 }),
  audience: fc.subarray([0, 1]),
  platformNamed: fc.boolean(),
  cancelled: fc.constantFrom(false, false, false, true),
  stale: fc.constantFrom(false, false, false, true),
});

const node = fc.record({
  pool: fc.constantFrom("community", "verified" as const),
  status: fc.constantFrom("online", "online", "online", "draining", "maintenance" as const),
  units: fc.array(unit, { minLength: 1, maxLength: 6 }),
  reservations: fc.array(reservation, { maxLength: 4 }),
  // Two units that a new report finds in one group: their claims and reservations stay with the silicon.
  regroup: fc.option(fc.tuple(fc.nat(5), fc.nat(5)), { freq: 4 }),
  // A card that a new report finds, by its UUID, at another address.
  move: fc.option(fc.nat(5), { freq: 5 }),
  // A unit that a new report misses.
  lose: fc.option(fc.nat(5), { freq: 5 }),
});

export type FleetNode = typeof node extends fc.Arbitrary<infer N> ? N : never;
/** A few nodes in any state that reports, reservations, releases, sales and topology changes can leave behind. */
export const fleet = fc.array(node, { minLength: 1, maxLength: 3 });

const seedUnit = (drawn: FleetNode["units"][number], index: number) => {
  const gpus = Math.max(1, drawn.size);
  const gpuBdfs = Array.from({ length: gpus }, (_, gpu) => seedBdf(index * 8 + gpu + 1));
  return {
    ...drawn,
    id: seedBdf(index * 8 + 1),
    sellableGpus: drawn.size,
    gpuBdfs,
    gpuUuids: gpuBdfs.map((bdf) => (index % 2 === 0 ? `GPU-${bdf}` : "")),
  };
};
type Seeded = ReturnType<typeof seedUnit>;

async function insertClaim(db: Executor, nodeId: string, orgId: string, claimed: Seeded): Promise<void> {
  if (claimed.claim === null) return;
  const id = newId("vm");
  await sql`insert into workloads (id, kind, organization_id, name, status, tier, gpu_model_id, gpu_count, node_id,
      unit_ids, created_at)
    values (${id}, 'vm', ${orgId}, 'seeded', 'running', ${claimed.claim}, ${claimed.model},
      ${Math.max(1, claimed.size)}, ${nodeId}, ${[claimed.id]}, now())`.execute(db);
  await sql`insert into claims (node_id, unit_id, workload_id, gpu_bdfs, gpu_uuids, claimed_at)
    values (${nodeId}, ${claimed.id}, ${id}, ${claimed.gpuBdfs}, ${claimed.gpuUuids}, now())`.execute(db);
}

async function insertReservations(
  db: Executor,
  nodeId: string,
  orgs: FleetOrgs,
  drawn: FleetNode,
  now: number,
): Promise<void> {
  const taken = new Set<string>();
  for (const each of drawn.reservations) {
    const [from, to] = TERMS[each.term] ?? [0, null];
    const units = new Map(each.units.map(({ index, released }) => [index % drawn.units.length, released]));
    for (const index of units.keys()) {
      const hold = `${each.term} ${index}`;
      if (taken.has(hold)) units.delete(index);
      if (!each.cancelled) taken.add(hold);
    }
    if (units.size === 0) continue;
    await insertReservation(db, {
      nodeId,
      units: [...units].map(([index, released]) => ({ id: seedBdf(index * 8 + 1), released })),
      allowedOrgIds: [...new Set([...each.audience.map((n) => orgs.audience[n] ?? ""), orgs.platform])],
      platformNamed: each.platformNamed,
      startsAt: new Date(now + from * HOUR),
      endsAt: to === null ? null : new Date(now + to * HOUR),
      cancelled: each.cancelled,
      ...(each.stale && { topologyGen: 99 }),
    });
  }
}

async function changeTopology(db: Executor, nodeId: string, units: readonly Seeded[], drawn: FleetNode): Promise<void> {
  const at = (index: number) => units[index % units.length] as Seeded;
  const gone = (id: string) =>
    sql`update units set gone_at = now() where node_id = ${nodeId} and id = ${id}`.execute(db);
  if (drawn.regroup) {
    const [first, second] = drawn.regroup.map(at) as [Seeded, Seeded];
    if (first.id === second.id) return;
    const both = { gpuBdfs: [...first.gpuBdfs, ...second.gpuBdfs], gpuUuids: [...first.gpuUuids, ...second.gpuUuids] };
    await gone(first.id);
    await gone(second.id);
    await insertUnits(db, nodeId, [{ ...first, ...both, id: "0000:00:01.0", sellableGpus: both.gpuBdfs.length }]);
  } else if (drawn.move !== null) {
    const card = at(drawn.move);
    await gone(card.id);
    const gpuBdfs = card.gpuBdfs.map((bdf) => bdf.replace("0000:", "0001:"));
    await insertUnits(db, nodeId, [{ ...card, gpuBdfs, id: gpuBdfs[0] ?? "" }]);
  }
  if (drawn.lose !== null) await gone(at(drawn.lose).id);
}

/** Writes a drawn fleet by SQL; answers the ids of its nodes. */
export async function insertFleet(
  db: Executor,
  orgs: FleetOrgs,
  drawn: readonly FleetNode[],
  now: Date,
): Promise<string[]> {
  const ids: string[] = [];
  for (const each of drawn) {
    const units = each.units.map(seedUnit);
    const { pool, status } = each;
    const nodeId = await insertNode(db, { organizationId: orgs.provider, pool, status, units });
    await insertReservations(db, nodeId, orgs, each, now.getTime());
    for (const claimed of units) await insertClaim(db, nodeId, orgs.provider, claimed);
    await changeTopology(db, nodeId, units, each);
    ids.push(nodeId);
  }
  return ids;
}
