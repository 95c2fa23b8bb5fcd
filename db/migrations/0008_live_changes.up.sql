-- Changes announce themselves: every change leaves an audit entry, so the entry is what tells the open pages. Sent when
-- the transaction commits, to every process that listens.

create function announce_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('holdfast_changes', json_build_object(
    'nodeId', new.node_id, 'reservationId', new.reservation_id, 'action', new.action,
    'actor', left(new.actor_name, 200), 'at', new.at)::text);
  return null;
end
$$;
create trigger audit_entries_announce after insert on audit_entries
  for each row when (new.outcome = 'done') execute function announce_change();

-- Attempts at signing in, counted for all processes together.
create table rate_limits (
  id           text collate "C" primary key,
  key          text not null,
  count        integer not null,
  last_request bigint not null,
  constraint rate_limits_key_unique unique (key)
);
