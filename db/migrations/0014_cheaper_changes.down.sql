drop trigger reservation_units_offers_update on reservation_units;
drop function refresh_offers_of_changed_reserved_units();
create trigger reservation_units_offers_update after update on reservation_units referencing new table as changed
  for each statement execute function refresh_changed_offers();

create function announce_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('holdfast_changes', json_build_object(
    'nodeId', new.node_id, 'reservationId', new.reservation_id, 'action', new.action,
    'orgId', case when new.node_id is null then new.org_id end,
    'actor', left(new.actor_name, 200), 'at', new.at)::text);
  return null;
end
$$;
create trigger audit_entries_announce after insert on audit_entries
  for each row when (new.outcome = 'done') execute function announce_change();
