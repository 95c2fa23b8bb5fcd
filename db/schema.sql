-- Generated from the migrations by `npm run generate`; do not edit.

create table accounts (
  id text collate "C" not null,
  user_id text collate "C" not null,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamp with time zone,
  refresh_token_expires_at timestamp with time zone,
  scope text,
  password text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now()
);

create table api_keys (
  id text collate "C" not null,
  org_id text collate "C" not null,
  name text not null,
  key_prefix text not null,
  key_hash bytea not null,
  permissions text[] not null,
  maker_user_id text collate "C",
  maker_org_id text collate "C",
  maker_key_id text collate "C",
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone
);

create table audit_entries (
  seq bigint generated always as identity not null,
  at timestamp(3) with time zone not null,
  actor_type text not null,
  actor_id text collate "C" not null,
  actor_name text not null,
  org_id text collate "C" not null,
  action text not null,
  outcome text not null,
  node_id text collate "C",
  reservation_id text collate "C",
  unit_ids text[],
  reason text,
  code text,
  request_id text not null,
  source text
);

create table claims (
  node_id text collate "C" not null,
  unit_id text collate "C" not null,
  workload_id text collate "C" not null,
  gpu_bdfs text[] not null,
  gpu_uuids text[] not null default '{}'::text[],
  claimed_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone
);

create table gpu_models (
  id text collate "C" not null,
  name text not null,
  first_seen_at timestamp with time zone not null default now()
);

create table idempotent_answers (
  caller_id text collate "C" not null,
  key text not null,
  request_hash bytea not null,
  status integer,
  answer bytea,
  created_at timestamp with time zone not null default now()
);

create table invitations (
  id text collate "C" not null,
  org_id text collate "C" not null,
  email text not null,
  role text not null,
  token_hash bytea not null,
  inviter_user_id text collate "C" not null,
  inviter_org_id text collate "C" not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  accepted_at timestamp with time zone,
  revoked_at timestamp with time zone
);

create table members (
  org_id text collate "C" not null,
  user_id text collate "C" not null,
  role text not null,
  created_at timestamp with time zone not null default now(),
  last_seen_at timestamp with time zone
);

create table node_offers (
  node_id text collate "C" not null,
  gpu_model_id text collate "C" not null,
  alloc_class text collate "C" not null,
  pool text collate "C" not null,
  from_at timestamp with time zone not null,
  until_at timestamp with time zone not null,
  open_free text collate "C" not null,
  open_total integer not null,
  spot_free text collate "C" not null,
  spot_total integer not null,
  platform_named text collate "C" not null default ''::text,
  platform_unnamed text collate "C" not null default ''::text,
  platform_total integer not null default 0
);

create table nodes (
  id text collate "C" not null,
  organization_id text collate "C" not null,
  hostname text not null,
  pool text not null,
  status text not null,
  topology_gen integer not null default 1,
  location_city text,
  location_country text,
  reported_at timestamp(3) with time zone,
  nvswitch_count integer not null default 0,
  driver_version text,
  links jsonb not null default '[]'::jsonb,
  created_at timestamp(3) with time zone not null default now()
);

create table orgs (
  id text collate "C" not null,
  name text not null,
  slug text not null,
  is_platform boolean not null default false,
  created_at timestamp with time zone not null default now()
);

create table rate_limits (
  id text collate "C" not null,
  key text not null,
  count integer not null,
  last_request bigint not null
);

create table reservation_units (
  node_id text collate "C" not null,
  seq bigint generated always as identity not null,
  reservation_id text collate "C" not null,
  unit_id text collate "C" not null,
  term tstzrange not null,
  released boolean not null default false,
  alloc_class text not null,
  gpu_bdfs text[] not null,
  gpu_uuids text[] not null default '{}'::text[],
  removed_at timestamp(3) with time zone,
  gpu_ids text[] not null default '{}'::text[]
);

create table reservations (
  node_id text collate "C" not null,
  id text collate "C" not null,
  starts_at timestamp(3) with time zone not null,
  ends_at timestamp(3) with time zone,
  cancelled_at timestamp(3) with time zone,
  topology_gen integer not null,
  allowed_org_ids text[] not null,
  platform_named boolean not null,
  managing_org_ids text[] not null default '{}'::text[],
  contract_ref text,
  reason text,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null
);

create table reserved_offers (
  node_id text collate "C" not null,
  gpu_model_id text collate "C" not null,
  alloc_class text collate "C" not null,
  reservation_id text collate "C" not null,
  from_at timestamp with time zone not null,
  until_at timestamp with time zone not null,
  allowed_org_ids text[] not null,
  platform_named boolean not null,
  free text collate "C" not null,
  total integer not null
);

create table sessions (
  id text collate "C" not null,
  user_id text collate "C" not null,
  token text not null,
  expires_at timestamp with time zone not null,
  ip_address text,
  user_agent text,
  active_org_id text collate "C",
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now()
);

create table units (
  node_id text collate "C" not null,
  id text collate "C" not null,
  alloc_class text not null,
  sellable boolean not null,
  not_sellable_reason text,
  sellable_gpus integer not null,
  gpu_model_id text collate "C" not null,
  iommu_group integer,
  numa integer,
  gpus jsonb not null,
  groupmates jsonb not null default '[]'::jsonb,
  gpu_bdfs text[] not null,
  gpu_uuids text[] not null default '{}'::text[],
  first_seen_at timestamp(3) with time zone not null default now(),
  gone_at timestamp(3) with time zone,
  gpu_ids text[] not null default '{}'::text[]
);

create table users (
  id text collate "C" not null,
  name text not null,
  email text not null,
  email_verified boolean not null default false,
  image text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now()
);

create table verifications (
  id text collate "C" not null,
  identifier text not null,
  value text not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now()
);

create table workloads (
  id text collate "C" not null,
  kind text not null,
  organization_id text collate "C" not null,
  name text not null,
  status text not null,
  status_reason text,
  tier text not null,
  gpu_model_id text collate "C" not null,
  gpu_count integer not null,
  node_id text collate "C" not null,
  unit_ids text[] not null,
  created_at timestamp(3) with time zone not null,
  terminated_at timestamp(3) with time zone
);

alter table accounts add constraint accounts_pkey PRIMARY KEY (id);

alter table accounts add constraint accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

alter table api_keys add constraint api_keys_hash_unique UNIQUE (key_hash);

alter table api_keys add constraint api_keys_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id);

alter table api_keys add constraint api_keys_pkey PRIMARY KEY (id);

alter table audit_entries add constraint audit_entries_actor CHECK ((actor_type = ANY (ARRAY['user'::text, 'key'::text, 'system'::text])));

alter table audit_entries add constraint audit_entries_outcome CHECK ((outcome = ANY (ARRAY['done'::text, 'refused'::text])));

alter table audit_entries add constraint audit_entries_pkey PRIMARY KEY (seq);

alter table claims add constraint claims_node_id_unit_id_fkey FOREIGN KEY (node_id, unit_id) REFERENCES units(node_id, id);

alter table claims add constraint claims_pkey PRIMARY KEY (node_id, unit_id, workload_id);

alter table claims add constraint claims_workload_id_fkey FOREIGN KEY (workload_id) REFERENCES workloads(id);

alter table gpu_models add constraint gpu_models_pkey PRIMARY KEY (id);

alter table idempotent_answers add constraint idempotent_answers_pkey PRIMARY KEY (caller_id, key);

alter table invitations add constraint invitations_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id);

alter table invitations add constraint invitations_pkey PRIMARY KEY (id);

alter table invitations add constraint invitations_role CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text, 'viewer'::text])));

alter table invitations add constraint invitations_token_unique UNIQUE (token_hash);

alter table members add constraint members_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id);

alter table members add constraint members_pkey PRIMARY KEY (org_id, user_id);

alter table members add constraint members_role CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text, 'viewer'::text])));

alter table members add constraint members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

alter table node_offers add constraint node_offers_node_id_fkey FOREIGN KEY (node_id) REFERENCES nodes(id);

alter table node_offers add constraint node_offers_pkey PRIMARY KEY (node_id, gpu_model_id, alloc_class);

alter table nodes add constraint nodes_generation CHECK ((topology_gen >= 1));

alter table nodes add constraint nodes_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES orgs(id);

alter table nodes add constraint nodes_pkey PRIMARY KEY (id);

alter table nodes add constraint nodes_pool CHECK ((pool = ANY (ARRAY['community'::text, 'verified'::text])));

alter table nodes add constraint nodes_status CHECK ((status = ANY (ARRAY['online'::text, 'draining'::text, 'maintenance'::text, 'removed'::text])));

alter table orgs add constraint orgs_pkey PRIMARY KEY (id);

alter table orgs add constraint orgs_slug_unique UNIQUE (slug);

alter table rate_limits add constraint rate_limits_key_unique UNIQUE (key);

alter table rate_limits add constraint rate_limits_pkey PRIMARY KEY (id);

alter table reservation_units add constraint reservation_units_no_overlap EXCLUDE USING gist (node_id WITH =, unit_id WITH =, term WITH &&);

alter table reservation_units add constraint reservation_units_node_id_reservation_id_fkey FOREIGN KEY (node_id, reservation_id) REFERENCES reservations(node_id, id);

alter table reservation_units add constraint reservation_units_node_id_unit_id_fkey FOREIGN KEY (node_id, unit_id) REFERENCES units(node_id, id);

alter table reservation_units add constraint reservation_units_pkey PRIMARY KEY (node_id, seq);

alter table reservations add constraint reservations_audience CHECK ((cardinality(allowed_org_ids) > 0));

alter table reservations add constraint reservations_node_id_fkey FOREIGN KEY (node_id) REFERENCES nodes(id);

alter table reservations add constraint reservations_pkey PRIMARY KEY (node_id, id);

alter table reservations add constraint reservations_term CHECK ((ends_at > starts_at));

alter table reserved_offers add constraint reserved_offers_node_id_fkey FOREIGN KEY (node_id) REFERENCES nodes(id);

alter table reserved_offers add constraint reserved_offers_pkey PRIMARY KEY (node_id, gpu_model_id, alloc_class, reservation_id);

alter table sessions add constraint sessions_active_org_id_fkey FOREIGN KEY (active_org_id) REFERENCES orgs(id);

alter table sessions add constraint sessions_pkey PRIMARY KEY (id);

alter table sessions add constraint sessions_token_unique UNIQUE (token);

alter table sessions add constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

alter table units add constraint units_class CHECK ((alloc_class = ANY (ARRAY['vfio-group'::text, 'device-request'::text])));

alter table units add constraint units_gpu_model_id_fkey FOREIGN KEY (gpu_model_id) REFERENCES gpu_models(id);

alter table units add constraint units_node_id_fkey FOREIGN KEY (node_id) REFERENCES nodes(id);

alter table units add constraint units_pkey PRIMARY KEY (node_id, id);

alter table units add constraint units_sellable CHECK (((sellable = (sellable_gpus > 0)) AND (sellable = (not_sellable_reason IS NULL))));

alter table users add constraint users_email_unique UNIQUE (email);

alter table users add constraint users_pkey PRIMARY KEY (id);

alter table verifications add constraint verifications_pkey PRIMARY KEY (id);

alter table workloads add constraint workloads_count CHECK ((gpu_count > 0));

alter table workloads add constraint workloads_end CHECK (((status = 'terminated'::text) = (terminated_at IS NOT NULL)));

alter table workloads add constraint workloads_gpu_model_id_fkey FOREIGN KEY (gpu_model_id) REFERENCES gpu_models(id);

alter table workloads add constraint workloads_kind CHECK ((kind = ANY (ARRAY['vm'::text, 'pod'::text])));

alter table workloads add constraint workloads_node_id_fkey FOREIGN KEY (node_id) REFERENCES nodes(id);

alter table workloads add constraint workloads_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES orgs(id);

alter table workloads add constraint workloads_pkey PRIMARY KEY (id);

alter table workloads add constraint workloads_status CHECK ((status = ANY (ARRAY['running'::text, 'terminating'::text, 'terminated'::text])));

alter table workloads add constraint workloads_tier CHECK ((tier = ANY (ARRAY['community'::text, 'verified'::text, 'spot'::text])));

CREATE INDEX accounts_user ON public.accounts USING btree (user_id);

CREATE INDEX api_keys_org ON public.api_keys USING btree (org_id, id);

CREATE INDEX audit_entries_actor ON public.audit_entries USING btree (actor_id, seq DESC);

CREATE INDEX audit_entries_actor_name ON public.audit_entries USING gin (audit_words(actor_name));

CREATE INDEX audit_entries_at ON public.audit_entries USING brin (at) WITH (pages_per_range='16');

CREATE INDEX audit_entries_node ON public.audit_entries USING btree (node_id, seq DESC) WHERE (node_id IS NOT NULL);

CREATE INDEX audit_entries_org ON public.audit_entries USING btree (org_id, seq DESC);

CREATE INDEX audit_entries_reason ON public.audit_entries USING gin (audit_words(reason)) WHERE (reason IS NOT NULL);

CREATE INDEX audit_entries_reservation ON public.audit_entries USING btree (reservation_id, seq DESC) WHERE (reservation_id IS NOT NULL);

CREATE UNIQUE INDEX claims_one_live ON public.claims USING btree (node_id, unit_id) WHERE (ended_at IS NULL);

CREATE INDEX claims_workload ON public.claims USING btree (workload_id);

CREATE INDEX idempotent_answers_age ON public.idempotent_answers USING btree (created_at);

CREATE UNIQUE INDEX invitations_one_open ON public.invitations USING btree (org_id, email) WHERE ((accepted_at IS NULL) AND (revoked_at IS NULL));

CREATE INDEX invitations_recent ON public.invitations USING btree (org_id, created_at);

CREATE INDEX members_user ON public.members USING btree (user_id);

CREATE INDEX node_offers_from ON public.node_offers USING btree (from_at);

CREATE INDEX node_offers_shape ON public.node_offers USING btree (gpu_model_id, alloc_class, open_free, spot_free, node_id) INCLUDE (pool, from_at, until_at, open_total, spot_total);

CREATE INDEX node_offers_until ON public.node_offers USING btree (until_at);

CREATE INDEX nodes_by_hostname ON public.nodes USING btree (hostname COLLATE "C", id);

CREATE INDEX nodes_organization ON public.nodes USING btree (organization_id, id);

CREATE UNIQUE INDEX orgs_one_platform ON public.orgs USING btree (is_platform) WHERE is_platform;

CREATE UNIQUE INDEX reservation_units_current ON public.reservation_units USING btree (node_id, reservation_id, unit_id) WHERE (removed_at IS NULL);

CREATE INDEX reservations_audience_orgs ON public.reservations USING gin (allowed_org_ids);

CREATE INDEX reservations_by_end ON public.reservations USING btree (COALESCE(ends_at, 'infinity'::timestamp with time zone), id);

CREATE INDEX reservations_by_start ON public.reservations USING btree (starts_at, id);

CREATE INDEX reservations_ends ON public.reservations USING btree (ends_at) WHERE (cancelled_at IS NULL);

CREATE UNIQUE INDEX reservations_id ON public.reservations USING btree (id);

CREATE INDEX reservations_live ON public.reservations USING btree (node_id, COALESCE(ends_at, 'infinity'::timestamp with time zone)) WHERE (cancelled_at IS NULL);

CREATE INDEX reservations_managing_orgs ON public.reservations USING gin (managing_org_ids);

CREATE INDEX reserved_offers_audience ON public.reserved_offers USING gin (allowed_org_ids) WITH (fastupdate=off);

CREATE INDEX reserved_offers_model ON public.reserved_offers USING btree (gpu_model_id, alloc_class, node_id);

CREATE INDEX sessions_user ON public.sessions USING btree (user_id);

CREATE INDEX units_by_gpu ON public.units USING gin (gpu_uuids) WHERE (gone_at IS NULL);

CREATE INDEX units_offer ON public.units USING btree (gpu_model_id, alloc_class, node_id) WHERE ((gone_at IS NULL) AND sellable);

CREATE INDEX verifications_identifier ON public.verifications USING btree (identifier);

CREATE INDEX workloads_org ON public.workloads USING btree (organization_id, kind, id);

CREATE OR REPLACE FUNCTION public.audit_words(said text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN to_tsvector('simple'::regconfig, translate(said, '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~'::text, repeat(' '::text, 32)));

CREATE OR REPLACE FUNCTION public.node_offers_of(offers offer[])
 RETURNS SETOF node_offers
 LANGUAGE sql
 IMMUTABLE
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.offers_at(node_ids text[], at timestamp with time zone)
 RETURNS SETOF offer
 LANGUAGE sql
 STABLE
AS $function$
  select o.* from unnest(node_ids) n (id) cross join lateral offers_of_node(n.id, at) o
$function$;

CREATE OR REPLACE FUNCTION public.offers_of_node(of_node text, at timestamp with time zone)
 RETURNS SETOF offer
 LANGUAGE plpgsql
 STABLE
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.refresh_changed_offers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform refresh_offers(array_agg(distinct c.node_id)) from changed c having count(*) > 0;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.refresh_offers_of_changed_reservations()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform refresh_offers(array_agg(distinct c.node_id))
  from changed c join before b on b.node_id = c.node_id and b.id = c.id
  where (b.starts_at, b.ends_at, b.cancelled_at, b.topology_gen, b.allowed_org_ids, b.platform_named)
    is distinct from (c.starts_at, c.ends_at, c.cancelled_at, c.topology_gen, c.allowed_org_ids, c.platform_named)
  having count(*) > 0;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.refresh_offers_of_changed_reserved_units()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform refresh_offers(array_agg(distinct c.node_id))
  from changed c join before b on b.node_id = c.node_id and b.seq = c.seq
  where (b.reservation_id, b.unit_id, b.released, b.gpu_bdfs, b.gpu_uuids, b.removed_at)
    is distinct from (c.reservation_id, c.unit_id, c.released, c.gpu_bdfs, c.gpu_uuids, c.removed_at)
  having count(*) > 0;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.refresh_offers_of_changed_units()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform refresh_offers(array_agg(distinct c.node_id))
  from changed c join before b on b.node_id = c.node_id and b.id = c.id
  where (b.alloc_class, b.sellable, b.sellable_gpus, b.gpu_model_id, b.gpu_bdfs, b.gpu_uuids, b.gone_at)
    is distinct from (c.alloc_class, c.sellable, c.sellable_gpus, c.gpu_model_id, c.gpu_bdfs, c.gpu_uuids, c.gone_at)
  having count(*) > 0;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.refresh_offers_of_node()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform refresh_offers(array[new.id]);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.refresh_offers(node_ids text[])
 RETURNS void
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.refuse_audit_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'audit entries cannot be altered or deleted' using errcode = 'insufficient_privilege';
end
$function$;

CREATE OR REPLACE FUNCTION public.reserved_offers_of(offers offer[])
 RETURNS SETOF reserved_offers
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select o.node_id, o.gpu_model_id, o.alloc_class, o.reservation_id, o.from_at, o.until_at, o.allowed_org_ids,
    o.platform_named, o.free, o.total
  from unnest(offers) o
  where o.kind = 'reserved'
$function$;

CREATE OR REPLACE FUNCTION public.shares_silicon(a_bdfs text[], a_uuids text[], b_bdfs text[], b_uuids text[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select a_bdfs && b_bdfs or array_remove(a_uuids, '') && array_remove(b_uuids, '')
$function$;

CREATE TRIGGER audit_entries_immutable BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

CREATE TRIGGER claims_offers_delete AFTER DELETE ON public.claims REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refresh_changed_offers();

CREATE TRIGGER claims_offers_insert AFTER INSERT ON public.claims REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refresh_changed_offers();

CREATE TRIGGER claims_offers_update AFTER UPDATE ON public.claims REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refresh_changed_offers();

CREATE TRIGGER nodes_offers AFTER UPDATE OF pool, status, topology_gen ON public.nodes FOR EACH ROW WHEN (((old.pool <> new.pool) OR (old.status <> new.status) OR (old.topology_gen <> new.topology_gen))) EXECUTE FUNCTION refresh_offers_of_node();

CREATE TRIGGER reservation_units_offers_delete AFTER DELETE ON public.reservation_units REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refresh_changed_offers();

CREATE TRIGGER reservation_units_offers_insert AFTER INSERT ON public.reservation_units REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refresh_changed_offers();

CREATE TRIGGER reservation_units_offers_update AFTER UPDATE ON public.reservation_units REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refresh_offers_of_changed_reserved_units();

CREATE TRIGGER reservations_offers_delete AFTER DELETE ON public.reservations REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refresh_changed_offers();

CREATE TRIGGER reservations_offers_update AFTER UPDATE ON public.reservations REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refresh_offers_of_changed_reservations();

CREATE TRIGGER units_offers_delete AFTER DELETE ON public.units REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refresh_changed_offers();

CREATE TRIGGER units_offers_insert AFTER INSERT ON public.units REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refresh_changed_offers();

CREATE TRIGGER units_offers_update AFTER UPDATE ON public.units REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refresh_offers_of_changed_units();
