drop table rate_limits;
drop trigger audit_entries_announce on audit_entries;
drop function announce_change();
