drop index reservations_by_end;
drop index reservations_by_start;
