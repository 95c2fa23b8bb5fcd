drop index nodes_by_hostname;
