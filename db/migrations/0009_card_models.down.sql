alter table reservation_units drop column gpu_ids;
alter table units drop column gpu_ids;
