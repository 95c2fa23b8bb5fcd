import { hashPassword } from "better-auth/crypto";
import { sql } from "kysely";
import { transact } from "@/db/client";
import { hasPlatformKey, hasUsers, insertMember, insertPerson } from "@/db/queries/people";
import { invalid, Refusal } from "../domain/errors";
import { newId } from "../ids";
import { runtime } from "../runtime";
import { authenticateKey } from "./authenticate-key";
import { LOCK_KEY, platformOrg } from "./bootstrap";

export interface FirstAdmin {
  /** A key of the platform org: asked for where one exists, so that a stranger can't be first. */
  apiKey?: string | undefined;
  orgName: string;
  name: string;
  email: string;
  password: string;
}

/** Whether nobody can sign in yet, and so the first person to come may make herself the admin. */
export const needsSetup = async (): Promise<boolean> => !(await hasUsers(runtime().db));

/** Whether the first person must show a platform key: where an operator made one, being first is not enough. */
export const setupNeedsKey = (): Promise<boolean> => hasPlatformKey(runtime().db);

async function refuseStranger(apiKey: string | undefined): Promise<void> {
  if (!(await setupNeedsKey())) return;
  const wrong = invalid([{ field: "apiKey", message: "is not an API key of the platform org" }]);
  if (!apiKey) throw wrong;
  const { actor } = await authenticateKey(runtime().db, `Bearer ${apiKey}`).catch(() => {
    throw wrong;
  });
  if (!actor.isPlatform || !actor.permissions.has("org.manage")) throw wrong;
}

const alreadySetUp = () => new Refusal("not_found", "Somebody has set this installation up already; sign in.");

/** Makes the first person, owner of the platform org; refused for good once anybody exists. */
export async function setUpFirstAdmin(admin: FirstAdmin): Promise<void> {
  // Before the work of hashing, which a stranger must not be able to ask for again and again.
  if (!(await needsSetup())) throw alreadySetUp();
  await refuseStranger(admin.apiKey);
  const passwordHash = await hashPassword(admin.password);
  await transact(runtime().db, async (trx) => {
    await sql`select pg_advisory_xact_lock(${LOCK_KEY})`.execute(trx);
    if (await hasUsers(trx)) throw alreadySetUp();
    const orgId = await platformOrg(trx);
    await trx.updateTable("orgs").set({ name: admin.orgName }).where("id", "=", orgId).execute();
    const id = newId("usr");
    await insertPerson(trx, {
      id,
      accountId: newId("usr"),
      name: admin.name,
      email: admin.email.toLowerCase(),
      passwordHash,
    });
    await insertMember(trx, orgId, id, "owner");
  });
}
