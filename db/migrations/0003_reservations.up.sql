-- Reservations (contract, sections 1, 2 and 5). Status is not stored: it follows from these facts and the clock.

create extension if not exists btree_gist;

create table reservations (
  node_id          text collate "C" not null references nodes (id),
  id               text collate "C" not null,
  starts_at        timestamptz(3) not null,
  ends_at          timestamptz(3),
  cancelled_at     timestamptz(3),
  topology_gen     integer not null,
  -- The audience, the platform org always in it; platform_named tells whether the creator named it.
  allowed_org_ids  text[] not null,
  platform_named   boolean not null,
  managing_org_ids text[] not null default '{}',
  contract_ref     text,
  reason           text,
  created_at       timestamptz(3) not null,
  updated_at       timestamptz(3) not null,
  primary key (node_id, id),
  constraint reservations_term check (ends_at > starts_at),
  constraint reservations_audience check (cardinality(allowed_org_ids) > 0)
);
create unique index reservations_id on reservations (id);
-- What is live on a node is found without reading its history.
create index reservations_live on reservations (node_id, coalesce(ends_at, timestamptz 'infinity'))
  where cancelled_at is null;
create index reservations_audience_orgs on reservations using gin (allowed_org_ids);
create index reservations_managing_orgs on reservations using gin (managing_org_ids);
create index reservations_ends on reservations (ends_at) where cancelled_at is null;

create table reservation_units (
  node_id        text collate "C" not null,
  seq            bigint generated always as identity,
  reservation_id text collate "C" not null,
  unit_id        text collate "C" not null,
  -- What the unit blocks. Cancelling cuts it at now; an emptied range blocks nothing.
  term           tstzrange not null,
  released       boolean not null default false,
  -- The unit as it was when it was reserved or last re-affirmed.
  alloc_class    text not null,
  gpu_bdfs       text[] not null,
  gpu_uuids      text[] not null default '{}',
  -- Set when the unit was taken out of the reservation; the row stays as history.
  removed_at     timestamptz(3),
  primary key (node_id, seq),
  foreign key (node_id, reservation_id) references reservations (node_id, id),
  foreign key (node_id, unit_id) references units (node_id, id),
  -- The last word against selling one unit twice.
  constraint reservation_units_no_overlap
    exclude using gist (node_id with =, unit_id with =, term with &&)
);
create unique index reservation_units_current on reservation_units (node_id, reservation_id, unit_id)
  where removed_at is null;
