-- A report is asked whether its GPUs are in another node's inventory too, while its node is locked: not by reading all units.

create index units_by_gpu on units using gin (gpu_uuids) where gone_at is null;
