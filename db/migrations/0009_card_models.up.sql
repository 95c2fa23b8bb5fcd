-- The PCI ids of a unit's cards (`10de:2330`, in the order of gpu_bdfs, empty where unknown), and of those that were
-- reserved: another model in the same slot is another card, also where no UUID is known (contract, section 6).

alter table units add column gpu_ids text[] not null default '{}';
alter table reservation_units add column gpu_ids text[] not null default '{}';

update units u set gpu_ids = array(
  select coalesce(gpu.value ->> 'vendorDevice', '')
  from jsonb_array_elements(u.gpus) with ordinality gpu
  order by gpu.ordinality);

update reservation_units ru set gpu_ids = u.gpu_ids
from reservations r, nodes n, units u
where r.node_id = ru.node_id and r.id = ru.reservation_id and n.id = r.node_id and r.topology_gen = n.topology_gen
  and u.node_id = ru.node_id and u.id = ru.unit_id and u.gpu_bdfs = ru.gpu_bdfs and ru.removed_at is null;
