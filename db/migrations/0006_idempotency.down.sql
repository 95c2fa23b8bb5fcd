drop table idempotent_answers;
