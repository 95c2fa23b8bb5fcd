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

create table members (
  org_id text collate "C" not null,
  user_id text collate "C" not null,
  role text not null,
  created_at timestamp with time zone not null default now()
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
  removed_at timestamp(3) with time zone
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
  gone_at timestamp(3) with time zone
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

alter table members add constraint members_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id);

alter table members add constraint members_pkey PRIMARY KEY (org_id, user_id);

alter table members add constraint members_role CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text, 'viewer'::text])));

alter table members add constraint members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

alter table nodes add constraint nodes_generation CHECK ((topology_gen >= 1));

alter table nodes add constraint nodes_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES orgs(id);

alter table nodes add constraint nodes_pkey PRIMARY KEY (id);

alter table nodes add constraint nodes_pool CHECK ((pool = ANY (ARRAY['community'::text, 'verified'::text])));

alter table nodes add constraint nodes_status CHECK ((status = ANY (ARRAY['online'::text, 'draining'::text, 'maintenance'::text, 'removed'::text])));

alter table orgs add constraint orgs_pkey PRIMARY KEY (id);

alter table orgs add constraint orgs_slug_unique UNIQUE (slug);

alter table reservation_units add constraint reservation_units_no_overlap EXCLUDE USING gist (node_id WITH =, unit_id WITH =, term WITH &&);

alter table reservation_units add constraint reservation_units_node_id_reservation_id_fkey FOREIGN KEY (node_id, reservation_id) REFERENCES reservations(node_id, id);

alter table reservation_units add constraint reservation_units_node_id_unit_id_fkey FOREIGN KEY (node_id, unit_id) REFERENCES units(node_id, id);

alter table reservation_units add constraint reservation_units_pkey PRIMARY KEY (node_id, seq);

alter table reservations add constraint reservations_audience CHECK ((cardinality(allowed_org_ids) > 0));

alter table reservations add constraint reservations_node_id_fkey FOREIGN KEY (node_id) REFERENCES nodes(id);

alter table reservations add constraint reservations_pkey PRIMARY KEY (node_id, id);

alter table reservations add constraint reservations_term CHECK ((ends_at > starts_at));

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

CREATE INDEX audit_entries_node ON public.audit_entries USING btree (node_id, seq DESC) WHERE (node_id IS NOT NULL);

CREATE INDEX audit_entries_org ON public.audit_entries USING btree (org_id, seq DESC);

CREATE INDEX audit_entries_reservation ON public.audit_entries USING btree (reservation_id, seq DESC) WHERE (reservation_id IS NOT NULL);

CREATE UNIQUE INDEX claims_one_live ON public.claims USING btree (node_id, unit_id) WHERE (ended_at IS NULL);

CREATE INDEX claims_workload ON public.claims USING btree (workload_id);

CREATE INDEX idempotent_answers_age ON public.idempotent_answers USING btree (created_at);

CREATE INDEX members_user ON public.members USING btree (user_id);

CREATE INDEX nodes_organization ON public.nodes USING btree (organization_id, id);

CREATE UNIQUE INDEX orgs_one_platform ON public.orgs USING btree (is_platform) WHERE is_platform;

CREATE UNIQUE INDEX reservation_units_current ON public.reservation_units USING btree (node_id, reservation_id, unit_id) WHERE (removed_at IS NULL);

CREATE INDEX reservations_audience_orgs ON public.reservations USING gin (allowed_org_ids);

CREATE INDEX reservations_ends ON public.reservations USING btree (ends_at) WHERE (cancelled_at IS NULL);

CREATE UNIQUE INDEX reservations_id ON public.reservations USING btree (id);

CREATE INDEX reservations_live ON public.reservations USING btree (node_id, COALESCE(ends_at, 'infinity'::timestamp with time zone)) WHERE (cancelled_at IS NULL);

CREATE INDEX reservations_managing_orgs ON public.reservations USING gin (managing_org_ids);

CREATE INDEX sessions_user ON public.sessions USING btree (user_id);

CREATE INDEX units_offer ON public.units USING btree (gpu_model_id, alloc_class, node_id) WHERE ((gone_at IS NULL) AND sellable);

CREATE INDEX verifications_identifier ON public.verifications USING btree (identifier);

CREATE INDEX workloads_org ON public.workloads USING btree (organization_id, kind, id);

CREATE OR REPLACE FUNCTION public.refuse_audit_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'audit entries cannot be altered or deleted' using errcode = 'insufficient_privilege';
end
$function$;

CREATE TRIGGER audit_entries_immutable BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
