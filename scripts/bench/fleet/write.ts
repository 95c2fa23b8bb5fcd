import type pg from "pg";
import { copyRows, withoutIndexes } from "./copy";
import type { FleetSize } from "./rows";
import { TABLES } from "./tables";

const LARGE = ["reservations", "reservation_units", "audit_entries", "claims", "workloads", "units"];
const NODES_AT_ONCE = 500;

const REFRESH = `
  select refresh_offers(array_agg(id)) from (select id, row_number() over (order by id) as n from nodes) each
  group by n / ${NODES_AT_ONCE}`;

/**
 * Writes a fleet of any size by COPY, past the triggers that keep what nodes offer; that is worked out once at the end.
 * The platform org must be there already.
 */
export async function writeFleet(client: pg.Client, size: FleetSize): Promise<void> {
  const { rows } = await client.query<{ id: string }>("select id from orgs where is_platform");
  const [platform] = rows;
  if (!platform) throw new Error("a fleet needs the platform org");
  const now = Date.now();
  await client.query("set session_replication_role = replica");
  await withoutIndexes(client, LARGE, async () => {
    for (const table of TABLES) {
      await copyRows(client, table.name, table.columns, table.rows(size, now, platform.id));
    }
  });
  await client.query("set session_replication_role = origin");
  await client.query("vacuum analyze");
  await client.query(REFRESH);
  await client.query("vacuum analyze node_offers, reserved_offers");
  await client.query("checkpoint");
}
