import { type RawBuilder, sql } from "kysely";
import { clockNow } from "./node-state";
import { nodeAccess, reservationAccess, type Scope } from "./scope";

export type UnitStateRow =
  | "free"
  | "in-use"
  | "reserved"
  | "audience"
  | "released"
  | "spot"
  | "holdover"
  | "needs-review"
  | "not-sellable";

/**
 * Rows of a table beside the unit of their name, where it still exists. `exact`: it has the very cards of the row. As the
 * cards of one report are distinct, no other unit has one of them then, and nobody needs to look.
 */
const beside = (table: RawBuilder<unknown>) => sql`
  select x.*, s.id as named_unit, (s.gpu_bdfs = x.gpu_bdfs and s.gpu_uuids = x.gpu_uuids) is true as exact
  from ${table} x left join units s on s.node_id = x.node_id and s.id = x.unit_id and s.gone_at is null`;

/** Other units that have a card of such a row now (server/domain/silicon.ts). */
const bySilicon = (table: RawBuilder<unknown>, columns: RawBuilder<unknown>) => sql`
  select x.node_id, u.id as on_unit, ${columns}
  from (select * from ${table} where not exact) x
    join units u on u.node_id = x.node_id and u.id <> x.unit_id and u.gone_at is null
      and shares_silicon(x.gpu_bdfs, x.gpu_uuids, u.gpu_bdfs, u.gpu_uuids)`;

/**
 * Tables for a `with`, ending in `states`: every unit of the nodes that the caller sees, removed nodes left out, with the
 * one word of server/domain/unit-state.ts; a test holds the two against each other.
 */
export function unitStates(scope: Scope): RawBuilder<unknown> {
  return sql`
  clock as materialized (select ${clockNow} as now),
  seen as materialized (
    select n.id, n.topology_gen, n.organization_id from nodes n where n.status <> 'removed' and ${nodeAccess("see", scope)}),
  live as materialized (
    select r.node_id, r.id, r.allowed_org_ids, r.starts_at, greatest(r.starts_at, clock.now) as begins,
      r.topology_gen <> n.topology_gen as in_review, ${reservationAccess("see", scope)} as readable
    from reservations r join seen n on n.id = r.node_id cross join clock
    where r.cancelled_at is null and coalesce(r.ends_at, timestamptz 'infinity') > clock.now),
  held as materialized (${beside(sql`(
    select l.node_id, l.id, l.begins, l.in_review, ru.unit_id, ru.released, ru.gpu_bdfs, ru.gpu_uuids
    from live l join reservation_units ru
      on ru.node_id = l.node_id and ru.reservation_id = l.id and ru.removed_at is null)`)}),
  governing as (
    select distinct on (g.node_id, g.on_unit) g.* from (
      select h.node_id, h.named_unit as on_unit, h.id, h.begins, h.in_review, h.released from held h
      where h.named_unit is not null
      union all
      ${bySilicon(sql`held`, sql`x.id, x.begins, x.in_review, false`)}) g
    order by g.node_id, g.on_unit, g.begins, g.in_review desc, g.id, g.released desc),
  claimed as materialized (${beside(sql`(
    select c.node_id, c.unit_id, c.gpu_bdfs, c.gpu_uuids, w.organization_id, w.tier
    from claims c join seen n on n.id = c.node_id join workloads w on w.id = c.workload_id
    where c.ended_at is null)`)}),
  strayed as (
    select distinct on (b.node_id, b.on_unit) b.*
    from (${bySilicon(sql`claimed`, sql`x.unit_id, x.organization_id, x.tier`)}) b
    order by b.node_id, b.on_unit, b.unit_id),
  states as materialized (
    select u.node_id, u.id as unit_id, u.gpu_model_id, cardinality(u.gpu_bdfs) as gpus, l.id as reservation_id,
      l.starts_at, l.readable,
      case
        when not u.sellable then 'not-sellable'
        when g.in_review then 'needs-review'
        when b.named_unit is null and t.on_unit is null then case
          when l.id is null then 'free'
          when g.released then 'released'
          else 'reserved' end
        when l.id is null then 'in-use'
        when g.released and coalesce(b.tier, t.tier) = 'spot' then 'spot'
        when l.allowed_org_ids @> array[coalesce(b.organization_id, t.organization_id)] then 'audience'
        when l.starts_at <= clock.now then 'holdover'
        else 'in-use' end as state
    from units u join seen n on n.id = u.node_id cross join clock
      left join governing g on g.node_id = u.node_id and g.on_unit = u.id
      left join live l on l.node_id = g.node_id and l.id = g.id
      left join claimed b on b.node_id = u.node_id and b.named_unit = u.id
      left join strayed t on t.node_id = u.node_id and t.on_unit = u.id
    where u.gone_at is null)`;
}
