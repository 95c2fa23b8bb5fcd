-- The trail is searched by what was said, by whom, and when.

-- Words alone, so that any of them is found by how it begins: the parser would keep `C-2031-7` and addresses as wholes.
create function audit_words(said text) returns tsvector language sql immutable parallel safe
  return to_tsvector('simple', translate(said, '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', repeat(' ', 32)));

create index audit_entries_reason on audit_entries using gin (audit_words(reason)) where reason is not null;
create index audit_entries_actor_name on audit_entries using gin (audit_words(actor_name));
create index audit_entries_actor on audit_entries (actor_id, seq desc);
-- Entries come in the order of their times: a summary of each run of blocks tells which hold a day.
create index audit_entries_at on audit_entries using brin (at) with (pages_per_range = 16);
