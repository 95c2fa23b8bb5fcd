-- Invitations into orgs: of the link only a hash is kept (contract, section 3).

create table invitations (
  id              text collate "C" primary key,
  org_id          text collate "C" not null references orgs (id),
  email           text not null,
  role            text not null,
  token_hash      bytea not null,
  -- Who invited, acting for which org: what she may give there when the invitation is accepted caps it, as with keys.
  inviter_user_id text collate "C" not null,
  inviter_org_id  text collate "C" not null,
  created_at      timestamptz not null default now(),
  expires_at      timestamptz not null,
  accepted_at     timestamptz,
  revoked_at      timestamptz,
  constraint invitations_role check (role in ('owner', 'admin', 'member', 'viewer')),
  constraint invitations_token_unique unique (token_hash)
);
-- One link an address: inviting again replaces the one before.
create unique index invitations_one_open on invitations (org_id, email)
  where accepted_at is null and revoked_at is null;
create index invitations_recent on invitations (org_id, created_at);

alter table members add column last_seen_at timestamptz;

-- Changes that are about no node tell which org made them, so that its own pages hear of them.
create or replace function announce_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('holdfast_changes', json_build_object(
    'nodeId', new.node_id, 'reservationId', new.reservation_id, 'action', new.action,
    'orgId', case when new.node_id is null then new.org_id end,
    'actor', left(new.actor_name, 200), 'at', new.at)::text);
  return null;
end
$$;
