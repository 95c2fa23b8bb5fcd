import type { Cell } from "./copy";
import {
  allocClass,
  booked,
  claimed,
  count,
  type FleetSize,
  id,
  MODELS,
  model,
  nodeId,
  ORGS,
  orgId,
  owner,
  UNITS,
  unitId,
  uuid,
  workloadId,
} from "./rows";

export interface Table {
  name: string;
  columns: readonly string[];
  rows: (size: FleetSize, now: number, platformId: string) => Generator<readonly Cell[]>;
}

const audience = (node: number, platformId: string) => [orgId(1 + (node % ORGS)), platformId];

/** The tables of a fleet, in the order in which they refer to each other. */
export const TABLES: readonly Table[] = [
  {
    name: "orgs",
    columns: ["id", "name", "slug"],
    *rows() {
      for (const n of count(ORGS)) yield [orgId(n + 1), `Org ${n + 1}`, `org-${n + 1}`];
    },
  },
  {
    name: "gpu_models",
    columns: ["id", "name"],
    *rows() {
      for (const each of MODELS) yield [each, `Model ${each}`];
    },
  },
  {
    name: "nodes",
    columns: ["id", "organization_id", "hostname", "pool", "status", "reported_at"],
    *rows({ nodes }, now) {
      for (const n of count(nodes)) {
        yield [nodeId(n), owner(n), `host-${n}`, n % 3 === 0 ? "verified" : "community", "online", new Date(now)];
      }
    },
  },
  {
    name: "units",
    columns: [
      "node_id",
      "id",
      "alloc_class",
      "sellable",
      "sellable_gpus",
      "gpu_model_id",
      "numa",
      "gpus",
      "gpu_bdfs",
      "gpu_uuids",
    ],
    *rows({ nodes }) {
      for (const n of count(nodes)) {
        for (let unit = 1; unit <= UNITS; unit += 1) {
          const bdf = unitId(unit);
          const gpus = JSON.stringify([{ bdf, vendorDevice: "10de:2330" }]);
          yield [nodeId(n), bdf, allocClass(n), true, 1, model(n), (unit - 1) >> 2, gpus, [bdf], [uuid(n, unit)]];
        }
      }
    },
  },
  {
    name: "reservations",
    columns: [
      "node_id",
      "id",
      "starts_at",
      "ends_at",
      "cancelled_at",
      "topology_gen",
      "allowed_org_ids",
      "platform_named",
      "contract_ref",
      "created_at",
      "updated_at",
    ],
    *rows(size, now, platformId) {
      for (const each of booked(size, now)) {
        const { node, startsAt, endsAt, cancelledAt } = each;
        yield [
          nodeId(node),
          each.id,
          startsAt,
          endsAt,
          cancelledAt,
          1,
          audience(node, platformId),
          false,
          `C-${node}`,
          startsAt,
          cancelledAt ?? startsAt,
        ];
      }
    },
  },
  {
    name: "reservation_units",
    columns: ["node_id", "reservation_id", "unit_id", "term", "released", "alloc_class", "gpu_bdfs", "gpu_uuids"],
    *rows(size, now, _platformId) {
      for (const { node, id: reservation, unit, startsAt, endsAt, cancelledAt, released } of booked(size, now)) {
        const term = `["${startsAt.toISOString()}","${(cancelledAt ?? endsAt).toISOString()}")`;
        const bdf = unitId(unit);
        yield [nodeId(node), reservation, bdf, term, released, allocClass(node), [bdf], [uuid(node, unit)]];
      }
    },
  },
  {
    name: "workloads",
    columns: [
      "id",
      "kind",
      "organization_id",
      "name",
      "status",
      "tier",
      "gpu_model_id",
      "gpu_count",
      "node_id",
      "unit_ids",
      "created_at",
    ],
    *rows({ nodes }, now) {
      for (const { node, unit } of claimed(nodes)) {
        yield [
          workloadId(node, unit),
          "vm",
          orgId(5),
          `running-${node}-${unit}`,
          "running",
          "community",
          model(node),
          1,
          nodeId(node),
          [unitId(unit)],
          new Date(now),
        ];
      }
    },
  },
  {
    name: "claims",
    columns: ["node_id", "unit_id", "workload_id", "gpu_bdfs", "gpu_uuids", "claimed_at"],
    *rows({ nodes }, now) {
      for (const { node, unit } of claimed(nodes)) {
        yield [nodeId(node), unitId(unit), workloadId(node, unit), [unitId(unit)], [uuid(node, unit)], new Date(now)];
      }
    },
  },
  {
    name: "audit_entries",
    columns: [
      "at",
      "actor_type",
      "actor_id",
      "actor_name",
      "org_id",
      "action",
      "outcome",
      "node_id",
      "reservation_id",
      "unit_ids",
      "reason",
      "request_id",
      "source",
    ],
    *rows(size, now, platformId) {
      for (const { node, id: reservation, unit, startsAt, cancelledAt } of booked(size, now)) {
        const action = cancelledAt ? "reservation.cancel" : "reservation.create";
        yield [
          cancelledAt ?? startsAt,
          "key",
          "key_seed",
          `Operator ${node % 50}`,
          platformId,
          action,
          "done",
          nodeId(node),
          reservation,
          [unitId(unit)],
          null,
          id("req", node),
          "REST 192.0.2.1",
        ];
      }
    },
  },
];
