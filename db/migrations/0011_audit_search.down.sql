drop index audit_entries_reason, audit_entries_actor_name, audit_entries_actor, audit_entries_at;
drop function audit_words;
