drop table audit_entries;
drop function refuse_audit_change();
