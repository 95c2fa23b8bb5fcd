import { withClient } from "../embedded/start";
import { asAppRole, currentTestCluster, inDatabase } from "./cluster";

export interface TestDatabase {
  name: string;
  /** As the server's own role, the way the product runs. */
  appUrl: string;
  /** As the owner of the tables, for fixtures and for looking behind the scenes. */
  url: string;
  drop(): Promise<void>;
}

let made = 0;

/** A migrated, empty database of the caller's own, cloned from the run's template in some 50 ms. */
export async function createTestDatabase(label = "test"): Promise<TestDatabase> {
  const { adminUrl, appPassword, run, template } = currentTestCluster();
  const slug = label
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .slice(0, 24);
  const name = `ht_${run}_${process.pid}_${++made}_${slug}`;
  const maintenance = inDatabase(adminUrl, "postgres");
  await withClient(maintenance, (client) => client.query(`create database "${name}" template "${template}"`));
  return {
    name,
    appUrl: asAppRole(adminUrl, name, appPassword),
    url: inDatabase(adminUrl, name),
    async drop() {
      await withClient(maintenance, (client) => client.query(`drop database if exists "${name}" with (force)`));
    },
  };
}
