/**
 * Creates the demo fleet on a database that has no nodes yet, and prints one line of JSON: a sign-in and an API key of
 * the platform org; a file that is named as its argument keeps that line. On any other database it does nothing and
 * prints nothing.
 */
import { sql } from "kysely";
import { transact } from "@/db/client";
import { writePrivate } from "@/db/embedded/memory";
import { bootstrap } from "@/server/auth/bootstrap";
import { runtime } from "@/server/runtime";
import { buildFleet, DemoFleet, type DemoOrgs } from "./fleet";
import { insertKey, insertOrg, insertPeople, newPassword } from "./people";

const LOCK_KEY = 7_146_035;
const PLATFORM_EMAIL = "admin@holdfast.example";

async function insertOrgs(trx: Parameters<typeof insertOrg>[0]): Promise<DemoOrgs> {
  const known = await trx.selectFrom("orgs").select("id").where("is_platform", "=", true).executeTakeFirst();
  const platform = known?.id ?? (await insertOrg(trx, "Holdfast Operations", "holdfast"));
  await trx.updateTable("orgs").set({ is_platform: true }).where("id", "=", platform).execute();
  return {
    platform,
    north: await insertOrg(trx, "Northlight Compute", "northlight"),
    harbor: await insertOrg(trx, "Harbor GPU", "harbor-gpu"),
    acme: await insertOrg(trx, "Acme Research", "acme-research"),
    lumen: await insertOrg(trx, "Lumen Labs", "lumen-labs"),
    quarry: await insertOrg(trx, "Quarry Analytics", "quarry"),
  };
}

async function main(keepIn: string | undefined): Promise<void> {
  const { db, env, cursorKey } = runtime();
  if (env.bootstrapApiKey) await bootstrap(db, env.bootstrapApiKey);
  const password = newPassword();
  const made = await transact(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(${LOCK_KEY})`.execute(trx);
    const found = await trx.selectFrom("nodes").select("id").limit(1).executeTakeFirst();
    const people = await trx.selectFrom("users").select("id").limit(1).executeTakeFirst();
    if (found || people) return undefined;
    const orgs = await insertOrgs(trx);
    const { platform, north, harbor, acme, lumen } = orgs;
    await insertPeople(
      trx,
      [
        { email: PLATFORM_EMAIL, name: "Ada Berg", orgs: [[platform, "owner"]] },
        {
          email: "harbor@holdfast.example",
          name: "Henk Visser",
          orgs: [
            [harbor, "owner"],
            [north, "viewer"],
          ],
        },
        { email: "acme@holdfast.example", name: "Mina Okafor", orgs: [[acme, "admin"]] },
        { email: "lumen@holdfast.example", name: "Jonas Weiss", orgs: [[lumen, "member"]] },
      ],
      password,
    );
    const key = await insertKey(trx, platform, "Demo key");
    const ctx = { db, trx, actor: DemoFleet.actor(platform), requestId: "demo", source: "demo", cursorKey };
    await buildFleet(new DemoFleet(ctx, orgs));
    const made = { email: PLATFORM_EMAIL, password, key };
    // Before the commit: whoever is killed after it has lost nothing, and before it the next start makes another.
    if (keepIn) writePrivate(keepIn, `${JSON.stringify(made)}\n`);
    return made;
  });
  if (made) process.stdout.write(`${JSON.stringify(made)}\n`);
  await db.destroy();
}

await main(process.argv[2]);
