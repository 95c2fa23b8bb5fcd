drop table units, nodes, gpu_models;
