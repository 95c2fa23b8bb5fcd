-- What each node offers right now (contract, section 4), kept beside the facts it follows from. The catalog and
-- placements read these few short rows and not every unit of the fleet. Free units are written as sizes and how many
-- there are of each, '1x3 2x1', so that nodes alike are one group.

create table node_offers (
  node_id      text collate "C" not null references nodes (id),
  gpu_model_id text collate "C" not null,
  alloc_class  text collate "C" not null,
  pool         text collate "C" not null,
  -- The row is right from one instant to another: terms begin and end without anybody writing. Outside of this span a
  -- reader works it out afresh (node_offers_at).
  from_at      timestamptz not null,
  until_at     timestamptz not null,
  -- Units that no reservation governs, and those released to the spot market; totals hold the claimed ones too.
  open_free    text collate "C" not null,
  open_total   integer not null,
  spot_free    text collate "C" not null,
  spot_total   integer not null,
  primary key (node_id, gpu_model_id, alloc_class)
);
create index node_offers_shape on node_offers (gpu_model_id, alloc_class, open_free, spot_free, node_id)
  include (pool, from_at, until_at, open_total, spot_total);
create index node_offers_until on node_offers (until_at);
create index node_offers_from on node_offers (from_at);

-- The same for what an active reservation keeps for its audience.
create table reserved_offers (
  node_id         text collate "C" not null references nodes (id),
  gpu_model_id    text collate "C" not null,
  alloc_class     text collate "C" not null,
  reservation_id  text collate "C" not null,
  from_at         timestamptz not null,
  until_at        timestamptz not null,
  allowed_org_ids text[] not null,
  platform_named  boolean not null,
  free            text collate "C" not null,
  total           integer not null,
  primary key (node_id, gpu_model_id, alloc_class, reservation_id)
);
create index reserved_offers_model on reserved_offers (gpu_model_id, alloc_class, node_id);
create index reserved_offers_audience on reserved_offers using gin (allowed_org_ids) with (fastupdate = off);

create function shares_silicon(a_bdfs text[], a_uuids text[], b_bdfs text[], b_uuids text[]) returns boolean
language sql immutable as $$
  select a_bdfs && b_bdfs or array_remove(a_uuids, '') && array_remove(b_uuids, '')
$$;

-- Units of one node that are to be had in one way, counted; what both tables are made of.
create type offer as (
  node_id text, gpu_model_id text, alloc_class text, pool text, from_at timestamptz, until_at timestamptz,
  kind text, reservation_id text, allowed_org_ids text[], platform_named boolean, free text, total integer
);

-- The table of section 4 for every unit that is for sale on these nodes: kind is open, spot, reserved or withheld. Terms
-- that have begun count as beginning now, which puts them before those to come. The same rule as in
-- server/domain/placement.ts, governing.ts and silicon.ts; tests hold the two against each other.
create function offers_at(node_ids text[], at timestamptz) returns setof offer
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
begin
  return query
  with u as (
    select units.node_id, units.id, units.gpu_model_id, units.alloc_class, units.sellable_gpus, units.gpu_bdfs,
      units.gpu_uuids, n.pool, n.topology_gen
    from nodes n join units on units.node_id = n.id
    where n.id = any(node_ids) and n.status = 'online' and units.gone_at is null and units.sellable
  ), live as (
    select r.* from reservations r
    where r.node_id = any(node_ids)
      and r.cancelled_at is null and coalesce(r.ends_at, timestamptz 'infinity') > at
  ), governing as (
    select distinct on (u.node_id, u.id) u.node_id, u.id as unit_id, r.id as reservation_id, r.allowed_org_ids,
      r.platform_named, ru.unit_id = u.id and ru.released as released, r.starts_at <= at as begun,
      r.topology_gen <> u.topology_gen as in_review
    from u
      join live r on r.node_id = u.node_id
      join reservation_units ru on ru.node_id = r.node_id and ru.reservation_id = r.id and ru.removed_at is null
        and (ru.unit_id = u.id or shares_silicon(ru.gpu_bdfs, ru.gpu_uuids, u.gpu_bdfs, u.gpu_uuids))
    order by u.node_id, u.id, greatest(r.starts_at, at), in_review desc, r.id, released desc
  ), judged as (
    select u.*, g.reservation_id, g.allowed_org_ids, g.platform_named,
      exists (
        select from claims c
        where c.node_id = u.node_id and c.ended_at is null
          and (c.unit_id = u.id or shares_silicon(c.gpu_bdfs, c.gpu_uuids, u.gpu_bdfs, u.gpu_uuids))) as claimed,
      case
        when g.reservation_id is null then 'open'
        when g.in_review then 'withheld'
        when g.released then 'spot'
        when g.begun then 'reserved'
        else 'withheld'
      end as kind
    from u left join governing g on g.node_id = u.node_id and g.unit_id = u.id
  ), sized as (
    select j.node_id, j.gpu_model_id, j.alloc_class, j.pool, j.kind,
      case when j.kind = 'reserved' then j.reservation_id end as reservation_id,
      case when j.kind = 'reserved' then j.allowed_org_ids end as allowed_org_ids,
      case when j.kind = 'reserved' then j.platform_named end as platform_named,
      j.sellable_gpus as size, count(*) as units, count(*) filter (where not j.claimed) as free
    from judged j
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9
  ), counted as (
    select s.node_id, s.gpu_model_id, s.alloc_class, s.pool, s.kind, s.reservation_id, s.allowed_org_ids,
      s.platform_named,
      coalesce(string_agg(s.size || 'x' || s.free, ' ' order by s.size) filter (where s.free > 0), '') as free,
      sum(s.size * s.units)::integer as total
    from sized s
    group by 1, 2, 3, 4, 5, 6, 7, 8
  ), spans as (
    -- How long what holds at this instant has held on each node, and will hold.
    select n.id as node_id, greatest(past.ended, now_live.begun, timestamptz '-infinity') as from_at,
      least(now_live.ends, now_live.begins, timestamptz 'infinity') as until_at
    from unnest(node_ids) n (id)
      cross join lateral (
        select max(coalesce(r.ends_at, timestamptz 'infinity')) as ended from reservations r
        where r.node_id = n.id and r.cancelled_at is null and coalesce(r.ends_at, timestamptz 'infinity') <= at) past
      left join (
        select r.node_id, max(r.starts_at) filter (where r.starts_at <= at) as begun,
          min(r.starts_at) filter (where r.starts_at > at) as begins, min(r.ends_at) as ends
        from live r group by r.node_id) now_live on now_live.node_id = n.id
  )
  select c.node_id, c.gpu_model_id, c.alloc_class, c.pool, s.from_at, s.until_at, c.kind, c.reservation_id,
    c.allowed_org_ids, c.platform_named, c.free, c.total
  from counted c join spans s on s.node_id = c.node_id;
end
$$;

create function node_offers_of(offers offer[]) returns setof node_offers language sql immutable as $$
  select o.node_id, o.gpu_model_id, o.alloc_class, o.pool, o.from_at, o.until_at,
    coalesce(max(o.free) filter (where o.kind = 'open'), ''),
    coalesce(max(o.total) filter (where o.kind = 'open'), 0),
    coalesce(max(o.free) filter (where o.kind = 'spot'), ''),
    coalesce(max(o.total) filter (where o.kind = 'spot'), 0)
  from unnest(offers) o
  group by o.node_id, o.gpu_model_id, o.alloc_class, o.pool, o.from_at, o.until_at
$$;

create function reserved_offers_of(offers offer[]) returns setof reserved_offers language sql immutable as $$
  select o.node_id, o.gpu_model_id, o.alloc_class, o.reservation_id, o.from_at, o.until_at, o.allowed_org_ids,
    o.platform_named, o.free, o.total
  from unnest(offers) o
  where o.kind = 'reserved'
$$;

-- Writes down what nodes offer from now on. Takes their locks: whoever changes a node has them already, and nobody can
-- write down what another one is about to change.
create function refresh_offers(node_ids text[]) returns void
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

create function refresh_changed_offers() returns trigger language plpgsql as $$
begin
  perform refresh_offers(array_agg(distinct c.node_id)) from changed c having count(*) > 0;
  return null;
end
$$;

create function refresh_offers_of_node() returns trigger language plpgsql as $$
begin
  perform refresh_offers(array[new.id]);
  return null;
end
$$;

create trigger nodes_offers after update of pool, status, topology_gen on nodes for each row
  when (old.pool <> new.pool or old.status <> new.status or old.topology_gen <> new.topology_gen)
  execute function refresh_offers_of_node();

create trigger units_offers_insert after insert on units referencing new table as changed
  for each statement execute function refresh_changed_offers();
create trigger units_offers_update after update on units referencing new table as changed
  for each statement execute function refresh_changed_offers();
create trigger units_offers_delete after delete on units referencing old table as changed
  for each statement execute function refresh_changed_offers();

create trigger claims_offers_insert after insert on claims referencing new table as changed
  for each statement execute function refresh_changed_offers();
create trigger claims_offers_update after update on claims referencing new table as changed
  for each statement execute function refresh_changed_offers();
create trigger claims_offers_delete after delete on claims referencing old table as changed
  for each statement execute function refresh_changed_offers();

-- A reservation without units offers nothing, so its insert is of no account.
create trigger reservations_offers_update after update on reservations referencing new table as changed
  for each statement execute function refresh_changed_offers();
create trigger reservations_offers_delete after delete on reservations referencing old table as changed
  for each statement execute function refresh_changed_offers();

create trigger reservation_units_offers_insert after insert on reservation_units referencing new table as changed
  for each statement execute function refresh_changed_offers();
create trigger reservation_units_offers_update after update on reservation_units referencing new table as changed
  for each statement execute function refresh_changed_offers();
create trigger reservation_units_offers_delete after delete on reservation_units referencing old table as changed
  for each statement execute function refresh_changed_offers();

select refresh_offers(array_agg(id)) from nodes having count(*) > 0;
