-- What a change costs beyond the change itself.

-- NOTIFY takes one lock for all transactions of the cluster when they commit, and holds it until the commit is on the
-- disk: one change at a time, however many connections there are. Servers announce their commits after them instead.
drop trigger audit_entries_announce on audit_entries;
drop function announce_change();

-- What a node offers follows from the term of a reservation; that of its units only keeps others out. Where an update
-- moves nothing else, the offers have been worked out with the reservation already.
create function refresh_offers_of_changed_reserved_units() returns trigger language plpgsql as $$
begin
  perform refresh_offers(array_agg(distinct c.node_id))
  from changed c join before b on b.node_id = c.node_id and b.seq = c.seq
  where (b.reservation_id, b.unit_id, b.released, b.gpu_bdfs, b.gpu_uuids, b.removed_at)
    is distinct from (c.reservation_id, c.unit_id, c.released, c.gpu_bdfs, c.gpu_uuids, c.removed_at)
  having count(*) > 0;
  return null;
end
$$;
drop trigger reservation_units_offers_update on reservation_units;
create trigger reservation_units_offers_update after update on reservation_units
  referencing old table as before new table as changed
  for each statement execute function refresh_offers_of_changed_reserved_units();
