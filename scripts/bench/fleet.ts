import type pg from "pg";

export const PLATFORM = "org_0000";
export const MODELS = ["model_0", "model_1", "model_2", "model_3", "model_4"] as const;
const ORGS = 200;

/**
 * A fleet by SQL: eight units a node, two of them reserved, one in eight of those released, half of all claimed.
 * Triggers are off while it is written; what nodes offer is worked out once at the end.
 */
const FLEET = `
set session_replication_role = replica;
insert into orgs (id, name, slug, is_platform)
select 'org_' || lpad(i::text, 4, '0'), 'Org ' || i, 'org-' || i, i = 0 from generate_series(0, ${ORGS}) i;
insert into gpu_models (id, name) select m, m from unnest(array['${MODELS.join("','")}']) m;
insert into nodes (id, organization_id, hostname, pool, status, reported_at)
select 'node_' || lpad(i::text, 6, '0'), 'org_' || lpad((1 + i % 20)::text, 4, '0'), 'host-' || i,
  case when i % 3 = 0 then 'verified' else 'community' end, 'online', now()
from generate_series(1, __NODES__) i;
insert into units (node_id, id, alloc_class, sellable, sellable_gpus, gpu_model_id, numa, gpus, gpu_bdfs, gpu_uuids)
select n.id, b.bdf, case when hashtext(n.id) % 10 = 0 then 'device-request' else 'vfio-group' end, true, 1,
  'model_' || abs(hashtext(n.id || 'm')) % ${MODELS.length}, (u - 1) / 4, json_build_array(json_build_object('bdf', b.bdf)),
  array[b.bdf], array['GPU-' || md5(n.id || u)]
from nodes n, generate_series(1, 8) u, lateral (select format('0000:%s:00.0', lpad(to_hex(u), 2, '0')) as bdf) b;
insert into reservations (node_id, id, starts_at, ends_at, topology_gen, allowed_org_ids, platform_named, created_at,
  updated_at)
select n.id, 'res_' || n.id, now() - interval '1 day',
  case when hashtext(n.id) % 2 = 0 then now() + interval '30 days' end, 1,
  array['org_' || lpad((1 + abs(hashtext(n.id || 'a')) % ${ORGS})::text, 4, '0'), '${PLATFORM}'], false, now(), now()
from nodes n;
insert into reservation_units (node_id, reservation_id, unit_id, term, released, alloc_class, gpu_bdfs, gpu_uuids)
select u.node_id, r.id, u.id, tstzrange(r.starts_at, r.ends_at), hashtext(u.node_id || u.id) % 8 = 0, u.alloc_class,
  u.gpu_bdfs, u.gpu_uuids
from units u join reservations r on r.node_id = u.node_id where u.id in ('0000:01:00.0', '0000:02:00.0');
insert into workloads (id, kind, organization_id, name, status, tier, gpu_model_id, gpu_count, node_id, unit_ids,
  created_at)
select 'vm_' || node_id || id, 'vm', 'org_0005', 'running', 'running', 'community', gpu_model_id, 1, node_id, array[id],
  now()
from units where hashtext(id || node_id || 'c') % 2 = 0;
insert into claims (node_id, unit_id, workload_id, gpu_bdfs, gpu_uuids, claimed_at)
select u.node_id, u.id, w.id, u.gpu_bdfs, u.gpu_uuids, now()
from workloads w join units u on u.node_id = w.node_id and u.id = w.unit_ids[1];
set session_replication_role = origin;
analyze;
select refresh_offers(array_agg(id)) from nodes;
`;

export async function writeFleet(client: pg.Client, nodes: number): Promise<void> {
  await client.query(FLEET.replace("__NODES__", String(nodes)));
  await client.query("vacuum analyze");
}
