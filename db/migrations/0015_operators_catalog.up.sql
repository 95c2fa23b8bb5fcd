-- The operator is in the audience of every reservation, so that her catalog and placements looked at all that is reserved
-- anywhere. What reservations keep for her on a node now stands with what the node offers.

alter table node_offers
  -- By reservations that name her among others, and by those that she is only in as the operator.
  add column platform_named text collate "C" not null default '',
  add column platform_unnamed text collate "C" not null default '',
  add column platform_total integer not null default 0;

create or replace function node_offers_of(offers offer[]) returns setof node_offers language sql immutable as $$
  select o.node_id, o.gpu_model_id, o.alloc_class, o.pool, o.from_at, o.until_at,
    coalesce(max(o.free) filter (where o.kind = 'open'), ''),
    coalesce(max(o.total) filter (where o.kind = 'open'), 0),
    coalesce(max(o.free) filter (where o.kind = 'spot'), ''),
    coalesce(max(o.total) filter (where o.kind = 'spot'), 0),
    coalesce(string_agg(o.free, ' ' order by o.free)
      filter (where o.kind = 'reserved' and o.platform_named and o.free <> ''), ''),
    coalesce(string_agg(o.free, ' ' order by o.free)
      filter (where o.kind = 'reserved' and not o.platform_named and o.free <> ''), ''),
    coalesce(sum(o.total) filter (where o.kind = 'reserved'), 0)::integer
  from unnest(offers) o
  group by o.node_id, o.gpu_model_id, o.alloc_class, o.pool, o.from_at, o.until_at
$$;

create or replace function refresh_offers(node_ids text[]) returns void
language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  offers offer[];
begin
  perform from nodes n where n.id = any(node_ids) order by n.id for no key update;
  offers := array(select o from offers_at(node_ids, date_trunc('milliseconds', clock_timestamp())) o);

  delete from node_offers o
  where o.node_id = any(node_ids) and not exists (
    select from node_offers_of(offers) f
    where f.node_id = o.node_id and f.gpu_model_id = o.gpu_model_id and f.alloc_class = o.alloc_class);
  insert into node_offers as o select * from node_offers_of(offers)
  on conflict (node_id, gpu_model_id, alloc_class) do update
    set pool = excluded.pool, from_at = excluded.from_at, until_at = excluded.until_at,
      open_free = excluded.open_free, open_total = excluded.open_total,
      spot_free = excluded.spot_free, spot_total = excluded.spot_total,
      platform_named = excluded.platform_named, platform_unnamed = excluded.platform_unnamed,
      platform_total = excluded.platform_total
    where o is distinct from excluded;

  delete from reserved_offers o
  where o.node_id = any(node_ids) and not exists (
    select from reserved_offers_of(offers) f
    where f.node_id = o.node_id and f.gpu_model_id = o.gpu_model_id and f.alloc_class = o.alloc_class
      and f.reservation_id = o.reservation_id);
  insert into reserved_offers as o select * from reserved_offers_of(offers)
  on conflict (node_id, gpu_model_id, alloc_class, reservation_id) do update
    set from_at = excluded.from_at, until_at = excluded.until_at, allowed_org_ids = excluded.allowed_org_ids,
      platform_named = excluded.platform_named, free = excluded.free, total = excluded.total
    where o is distinct from excluded;
end
$$;

-- Rows of both tables were written down together, so that what stands beside is of the same span.
update node_offers o
set platform_named = r.named, platform_unnamed = r.unnamed, platform_total = r.total
from (
  select r.node_id, r.gpu_model_id, r.alloc_class, sum(r.total)::integer as total,
    coalesce(string_agg(r.free, ' ' order by r.free) filter (where r.platform_named and r.free <> ''), '') as named,
    coalesce(string_agg(r.free, ' ' order by r.free)
      filter (where not r.platform_named and r.free <> ''), '') as unnamed
  from reserved_offers r
  group by r.node_id, r.gpu_model_id, r.alloc_class) r
where o.node_id = r.node_id and o.gpu_model_id = r.gpu_model_id and o.alloc_class = r.alloc_class;
