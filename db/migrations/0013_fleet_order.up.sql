-- The console's fleet is read page by page by hostname; by age its order is that of the primary key.

create index nodes_by_hostname on nodes (hostname collate "C", id);
