-- Workloads and the units they hold (contract, section 1).

create table workloads (
  id              text collate "C" primary key,
  kind            text not null,
  organization_id text collate "C" not null references orgs (id),
  name            text not null,
  status          text not null,
  status_reason   text,
  tier            text not null,
  gpu_model_id    text collate "C" not null references gpu_models (id),
  gpu_count       integer not null,
  node_id         text collate "C" not null references nodes (id),
  unit_ids        text[] not null,
  created_at      timestamptz(3) not null,
  terminated_at   timestamptz(3),
  constraint workloads_kind check (kind in ('vm', 'pod')),
  constraint workloads_status check (status in ('running', 'terminating', 'terminated')),
  constraint workloads_tier check (tier in ('community', 'verified', 'spot')),
  constraint workloads_count check (gpu_count > 0),
  constraint workloads_end check ((status = 'terminated') = (terminated_at is not null))
);
create index workloads_org on workloads (organization_id, kind, id);

create table claims (
  node_id     text collate "C" not null,
  unit_id     text collate "C" not null,
  workload_id text collate "C" not null references workloads (id),
  gpu_bdfs    text[] not null,
  gpu_uuids   text[] not null default '{}',
  claimed_at  timestamptz(3) not null,
  ended_at    timestamptz(3),
  primary key (node_id, unit_id, workload_id),
  foreign key (node_id, unit_id) references units (node_id, id)
);
-- Never two live claims on one unit.
create unique index claims_one_live on claims (node_id, unit_id) where ended_at is null;
create index claims_workload on claims (workload_id);
