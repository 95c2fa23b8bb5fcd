drop table reservation_units, reservations;
drop extension if exists btree_gist;
