-- The first successful answer to a POST that carried an Idempotency-Key (contract, section 7), kept for 24 hours.
-- The answer is sealed with a key derived from the caller's own bearer token, which is not kept here.

create table idempotent_answers (
  caller_id    text collate "C" not null,
  key          text not null,
  request_hash bytea not null,
  status       integer,
  answer       bytea,
  created_at   timestamptz not null default now(),
  primary key (caller_id, key)
);
create index idempotent_answers_age on idempotent_answers (created_at);
