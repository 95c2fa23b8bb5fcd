-- Machines: nodes, the units their GPUs form, the models seen (contract, sections 1 and 6).

create table gpu_models (
  id            text collate "C" primary key,
  name          text not null,
  first_seen_at timestamptz not null default now()
);

create table nodes (
  id               text collate "C" primary key,
  organization_id  text collate "C" not null references orgs (id),
  hostname         text not null,
  pool             text not null,
  status           text not null,
  topology_gen     integer not null default 1,
  location_city    text,
  location_country text,
  -- When the last accepted report was made; null until the first one.
  reported_at      timestamptz(3),
  nvswitch_count   integer not null default 0,
  driver_version   text,
  links            jsonb not null default '[]',
  created_at       timestamptz(3) not null default now(),
  constraint nodes_pool check (pool in ('community', 'verified')),
  constraint nodes_status check (status in ('online', 'draining', 'maintenance', 'removed')),
  constraint nodes_generation check (topology_gen >= 1)
);
create index nodes_organization on nodes (organization_id, id);

create table units (
  node_id             text collate "C" not null references nodes (id),
  id                  text collate "C" not null,
  alloc_class         text not null,
  sellable            boolean not null,
  not_sellable_reason text,
  sellable_gpus       integer not null,
  gpu_model_id        text collate "C" not null references gpu_models (id),
  iommu_group         integer,
  numa                integer,
  gpus                jsonb not null,
  groupmates          jsonb not null default '[]',
  -- The silicon: what a review withholds is found by these, wherever it turns up again.
  gpu_bdfs            text[] not null,
  gpu_uuids           text[] not null default '{}',
  first_seen_at       timestamptz(3) not null default now(),
  gone_at             timestamptz(3),
  primary key (node_id, id),
  constraint units_class check (alloc_class in ('vfio-group', 'device-request')),
  constraint units_sellable check (sellable = (sellable_gpus > 0) and sellable = (not_sellable_reason is null))
);
create index units_offer on units (gpu_model_id, alloc_class, node_id) where gone_at is null and sellable;
