drop table claims, workloads;
