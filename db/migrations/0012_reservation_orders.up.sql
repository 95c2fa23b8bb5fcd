-- The console's list of all reservations is read page by page by start or by end, as REST's is by id.

create index reservations_by_start on reservations (starts_at, id);
create index reservations_by_end on reservations (coalesce(ends_at, timestamptz 'infinity'), id);
