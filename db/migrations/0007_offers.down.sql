drop trigger nodes_offers on nodes;
drop trigger units_offers_insert on units;
drop trigger units_offers_update on units;
drop trigger units_offers_delete on units;
drop trigger claims_offers_insert on claims;
drop trigger claims_offers_update on claims;
drop trigger claims_offers_delete on claims;
drop trigger reservations_offers_update on reservations;
drop trigger reservations_offers_delete on reservations;
drop trigger reservation_units_offers_insert on reservation_units;
drop trigger reservation_units_offers_update on reservation_units;
drop trigger reservation_units_offers_delete on reservation_units;
drop function refresh_offers_of_node, refresh_offers_of_changed_units, refresh_offers_of_changed_reservations,
  refresh_changed_offers, refresh_offers, reserved_offers_of, node_offers_of, offers_at, offers_of_node, shares_silicon;
drop type offer;
drop table reserved_offers, node_offers;
