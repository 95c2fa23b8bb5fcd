alter table node_offers drop column platform_named, drop column platform_unnamed, drop column platform_total;

create or replace function node_offers_of(offers offer[]) returns setof node_offers language sql immutable as $$
  select o.node_id, o.gpu_model_id, o.alloc_class, o.pool, o.from_at, o.until_at,
    coalesce(max(o.free) filter (where o.kind = 'open'), ''),
    coalesce(max(o.total) filter (where o.kind = 'open'), 0),
    coalesce(max(o.free) filter (where o.kind = 'spot'), ''),
    coalesce(max(o.total) filter (where o.kind = 'spot'), 0)
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
      spot_free = excluded.spot_free, spot_total = excluded.spot_total
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
