import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { connect, type Database } from "../client";
import { migrateDown, migrateUp } from "../migrate";
import { insertNode, insertOrg, insertReservation, seedBdf } from "../testing/seed";
import { createTestDatabase, type TestDatabase } from "../testing/test-database";

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase("operators catalog");
  db = connect({ connectionString: database.url, max: 2 });
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

it("writes down what reservations keep for the operator as every later change would", async () => {
  const platform = await insertOrg(db, { name: "platform", isPlatform: true });
  const [owner, buyer] = [await insertOrg(db), await insertOrg(db)];
  const startsAt = new Date();
  for (const platformNamed of [true, false]) {
    const units = [1, 2, 3].map((slot) => ({ id: seedBdf(slot), sellableGpus: slot }));
    const nodeId = await insertNode(db, { organizationId: owner, units });
    for (const slot of [1, 2]) {
      const of = { nodeId, units: [{ id: seedBdf(slot) }], allowedOrgIds: [buyer, platform], startsAt };
      await insertReservation(db, { ...of, platformNamed });
    }
  }
  const written = async () => (await sql`select * from node_offers order by node_id`.execute(db)).rows;
  const before = await written();
  const kept = { platform_total: 3, open_total: 3 };
  expect(before).toMatchObject([
    { ...kept, platform_named: "1x1 2x1", platform_unnamed: "" },
    { ...kept, platform_named: "", platform_unnamed: "1x1 2x1" },
  ]);
  await migrateDown(database.url, "0014_cheaper_changes");
  await migrateUp(database.url);
  expect(await written()).toEqual(before);
});
