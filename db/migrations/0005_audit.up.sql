-- The audit trail (contract, section 8): written in the transaction of the change, never altered.

create table audit_entries (
  seq            bigint generated always as identity primary key,
  at             timestamptz(3) not null,
  actor_type     text not null,
  actor_id       text collate "C" not null,
  actor_name     text not null,
  org_id         text collate "C" not null,
  action         text not null,
  outcome        text not null,
  node_id        text collate "C",
  reservation_id text collate "C",
  unit_ids       text[],
  reason         text,
  code           text,
  request_id     text not null,
  source         text,
  constraint audit_entries_actor check (actor_type in ('user', 'key', 'system')),
  constraint audit_entries_outcome check (outcome in ('done', 'refused'))
);
create index audit_entries_node on audit_entries (node_id, seq desc) where node_id is not null;
create index audit_entries_reservation on audit_entries (reservation_id, seq desc) where reservation_id is not null;
create index audit_entries_org on audit_entries (org_id, seq desc);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'audit entries cannot be altered or deleted' using errcode = 'insufficient_privilege';
end
$$;
create trigger audit_entries_immutable before update or delete or truncate on audit_entries
  for each statement execute function refuse_audit_change();
-- "always": also where a session pretends to be a replica.
alter table audit_entries enable always trigger audit_entries_immutable;

do $$
begin
  if exists (select from pg_roles where rolname = 'holdfast_app') then
    revoke update, delete, truncate on audit_entries from holdfast_app;
  end if;
end
$$;
