drop index units_by_gpu;
