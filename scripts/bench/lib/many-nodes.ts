import { withClient } from "@/db/embedded/start";

export interface ManyNodes {
  orgId: string;
  nodes: number;
  unitsPerNode: number;
  /** Hostnames are this and a number of five digits, so that they sort as they were made. */
  prefix: string;
}

const MODEL = "10de-2330";

/** A fleet of a size that no call makes in time: written as its rows would stand, past the triggers that keep offers. */
export async function insertManyNodes(url: string, { orgId, nodes, unitsPerNode, prefix }: ManyNodes): Promise<void> {
  await withClient(url, async (client) => {
    await client.query("set session_replication_role = replica");
    await client.query(
      "insert into gpu_models (id, name) values ($1, 'NVIDIA H100 SXM5 80GB') on conflict do nothing",
      [MODEL],
    );
    await client.query(
      `insert into nodes (id, organization_id, hostname, pool, status, reported_at, location_city, location_country)
       select format('node_%s_%s', $2::text, lpad(n::text, 5, '0')), $1, $2 || lpad(n::text, 5, '0'),
         case when n % 3 = 0 then 'verified' else 'community' end, 'online', now(), 'Oslo', 'NO'
       from generate_series(1, $3::int) as n`,
      [orgId, prefix, nodes],
    );
    await client.query(
      `insert into units (node_id, id, alloc_class, sellable, sellable_gpus, gpu_model_id, iommu_group, numa, gpus,
         gpu_bdfs, gpu_uuids)
       select format('node_%s_%s', $1::text, lpad(n::text, 5, '0')), bdf, 'vfio-group', true, 1, $4, u, (u - 1) * 2 / $3::int,
         jsonb_build_array(jsonb_build_object('bdf', bdf, 'vendorDevice', '10de:2330')), array[bdf], array['']
       from generate_series(1, $2::int) as n, generate_series(1, $3::int) as u,
         lateral (select format('0000:%s:00.0', lpad(to_hex(u), 2, '0')) as bdf) as address`,
      [prefix, nodes, unitsPerNode, MODEL],
    );
    await client.query("analyze nodes, units");
  });
}
