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

-- The table of section 4 for every unit that is for sale on a node: kind is open, spot, reserved or withheld. Terms that
-- have begun count as beginning now, which puts them before those to come. The same rule as in
-- server/domain/placement.ts, governing.ts and silicon.ts; tests hold the two against each other.
create function offers_of_node(of_node text, at timestamptz) returns setof offer
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
begin
  return query
  with u as (
    select units.id, units.gpu_model_id, units.alloc_class, units.sellable_gpus, units.gpu_bdfs, units.gpu_uuids,
      n.pool, n.topology_gen
    from nodes n join units on units.node_id = n.id
    where n.id = of_node and n.status = 'online' and units.gone_at is null and units.sellable
  ), live as materialized (
    select r.id, r.starts_at, r.ends_at, r.topology_gen, r.allowed_org_ids, r.platform_named
    from reservations r
    where r.node_id = of_node and r.cancelled_at is null and coalesce(r.ends_at, timestamptz 'infinity') > at
  ), held as materialized (
    -- Of those that hold the same unit and cards the later ones can't govern.
    select distinct on (ru.unit_id, ru.gpu_bdfs, ru.gpu_uuids)
      r.id, greatest(r.starts_at, at) as begins, r.topology_gen, ru.unit_id, ru.released, ru.gpu_bdfs, ru.gpu_uuids
    from live r
      join reservation_units ru on ru.node_id = of_node and ru.reservation_id = r.id and ru.removed_at is null
    order by ru.unit_id, ru.gpu_bdfs, ru.gpu_uuids, greatest(r.starts_at, at)
  ), governing as (
    select distinct on (u.id) u.id as unit_id, h.id as reservation_id,
      h.unit_id = u.id and h.released as released, h.begins = at as begun, h.topology_gen <> u.topology_gen as in_review
    from u
      join held h on h.unit_id = u.id or shares_silicon(h.gpu_bdfs, h.gpu_uuids, u.gpu_bdfs, u.gpu_uuids)
    order by u.id, h.begins, in_review desc, h.id, released desc
  ), judged as (
    select u.gpu_model_id, u.alloc_class, u.pool, u.sellable_gpus, g.reservation_id,
      exists (
        select from claims c
        where c.node_id = of_node and c.ended_at is null
          and (c.unit_id = u.id or shares_silicon(c.gpu_bdfs, c.gpu_uuids, u.gpu_bdfs, u.gpu_uuids))) as claimed,
      case
        when g.reservation_id is null then 'open'
        when g.in_review then 'withheld'
        when g.released then 'spot'
        when g.begun then 'reserved'
        else 'withheld'
      end as kind
    from u left join governing g on g.unit_id = u.id
  ), sized as (
    select j.gpu_model_id, j.alloc_class, j.pool, j.kind,
      case when j.kind = 'reserved' then j.reservation_id end as reservation_id,
      j.sellable_gpus as size, count(*) as units, count(*) filter (where not j.claimed) as free
    from judged j
    group by 1, 2, 3, 4, 5, 6
  ), counted as (
    select s.gpu_model_id, s.alloc_class, s.pool, s.kind, s.reservation_id,
      coalesce(string_agg(s.size || 'x' || s.free, ' ' order by s.size) filter (where s.free > 0), '') as free,
      sum(s.size * s.units)::integer as total
    from sized s
    group by 1, 2, 3, 4, 5
  ), span as (
    -- How long what holds at this instant has held, and will hold.
    select
      greatest(
        (select max(coalesce(r.ends_at, timestamptz 'infinity')) from reservations r
          where r.node_id = of_node and r.cancelled_at is null and coalesce(r.ends_at, timestamptz 'infinity') <= at),
        max(r.starts_at) filter (where r.starts_at <= at), timestamptz '-infinity') as from_at,
      least(min(r.ends_at), min(r.starts_at) filter (where r.starts_at > at), timestamptz 'infinity') as until_at
    from live r
  )
  select of_node, c.gpu_model_id, c.alloc_class, c.pool, s.from_at, s.until_at, c.kind, c.reservation_id,
    r.allowed_org_ids, r.platform_named, c.free, c.total
  from counted c cross join span s left join live r on r.id = c.reservation_id;
end
$$;

create function offers_at(node_ids text[], at timestamptz) returns setof offer language sql stable as $$
  select o.* from unnest(node_ids) n (id) cross join lateral offers_of_node(n.id, at) o
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

-- Nodes report the same units every minute, and a change of a reason is none of the offer.
create function refresh_offers_of_changed_units() returns trigger language plpgsql as $$
begin
  perform refresh_offers(array_agg(distinct c.node_id))
  from changed c join before b on b.node_id = c.node_id and b.id = c.id
  where (b.alloc_class, b.sellable, b.sellable_gpus, b.gpu_model_id, b.gpu_bdfs, b.gpu_uuids, b.gone_at)
    is distinct from (c.alloc_class, c.sellable, c.sellable_gpus, c.gpu_model_id, c.gpu_bdfs, c.gpu_uuids, c.gone_at)
  having count(*) > 0;
  return null;
end
$$;

create function refresh_offers_of_changed_reservations() returns trigger language plpgsql as $$
begin
  perform refresh_offers(array_agg(distinct c.node_id))
  from changed c join before b on b.node_id = c.node_id and b.id = c.id
  where (b.starts_at, b.ends_at, b.cancelled_at, b.topology_gen, b.allowed_org_ids, b.platform_named)
    is distinct from (c.starts_at, c.ends_at, c.cancelled_at, c.topology_gen, c.allowed_org_ids, c.platform_named)
  having count(*) > 0;
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
create trigger units_offers_update after update on units referencing old table as before new table as changed
  for each statement execute function refresh_offers_of_changed_units();
create trigger units_offers_delete after delete on units referencing old table as changed
  for each statement execute function refresh_changed_offers();

create trigger claims_offers_insert after insert on claims referencing new table as changed
  for each statement execute function refresh_changed_offers();
create trigger claims_offers_update after update on claims referencing new table as changed
  for each statement execute function refresh_changed_offers();
create trigger claims_offers_delete after delete on claims referencing old table as changed
  for each statement execute function refresh_changed_offers();

-- A reservation without units offers nothing, so its insert is of no account.
create trigger reservations_offers_update after update on reservations
  referencing old table as before new table as changed
  for each statement execute function refresh_offers_of_changed_reservations();
create trigger reservations_offers_delete after delete on reservations referencing old table as changed
  for each statement execute function refresh_changed_offers();

create trigger reservation_units_offers_insert after insert on reservation_units referencing new table as changed
  for each statement execute function refresh_changed_offers();
create trigger reservation_units_offers_update after update on reservation_units referencing new table as changed
  for each statement execute function refresh_changed_offers();
create trigger reservation_units_offers_delete after delete on reservation_units referencing old table as changed
  for each statement execute function refresh_changed_offers();

select refresh_offers(array_agg(id)) from nodes having count(*) > 0;
