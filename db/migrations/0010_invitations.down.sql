create or replace function announce_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('holdfast_changes', json_build_object(
    'nodeId', new.node_id, 'reservationId', new.reservation_id, 'action', new.action,
    'actor', left(new.actor_name, 200), 'at', new.at)::text);
  return null;
end
$$;
alter table members drop column last_seen_at;
drop table invitations;
