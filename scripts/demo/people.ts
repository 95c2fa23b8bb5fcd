import { randomBytes } from "node:crypto";
import { hashPassword } from "better-auth/crypto";
import type { Trx } from "@/db/client";
import { hashKey, keyPrefix, newKeySecret } from "@/server/api-key-secret";
import { PERMISSIONS, type Permission, type Role } from "@/server/domain/permissions";
import { newId } from "@/server/ids";

export interface Person {
  email: string;
  name: string;
  orgs: readonly (readonly [orgId: string, role: Role])[];
}

/** People who can sign in with one password, members of their orgs. Returns their ids in the order given. */
export async function insertPeople(trx: Trx, people: readonly Person[], password: string): Promise<string[]> {
  const hash = await hashPassword(password);
  const ids: string[] = [];
  for (const person of people) {
    const id = newId("usr");
    ids.push(id);
    await trx
      .insertInto("users")
      .values({ id, name: person.name, email: person.email, email_verified: true })
      .execute();
    await trx
      .insertInto("accounts")
      .values({ id: newId("usr"), user_id: id, account_id: id, provider_id: "credential", password: hash })
      .execute();
    for (const [orgId, role] of person.orgs) {
      await trx.insertInto("members").values({ org_id: orgId, user_id: id, role }).execute();
    }
  }
  return ids;
}

export async function insertOrg(trx: Trx, name: string, slug: string): Promise<string> {
  const id = newId("org");
  await trx.insertInto("orgs").values({ id, name, slug }).execute();
  return id;
}

/** A key of an org; the key itself is returned and kept nowhere. */
export async function insertKey(
  trx: Trx,
  orgId: string,
  name: string,
  permissions: readonly Permission[] = PERMISSIONS,
): Promise<string> {
  const key = newKeySecret();
  await trx
    .insertInto("api_keys")
    .values({
      id: newId("key"),
      org_id: orgId,
      name,
      key_prefix: keyPrefix(key),
      key_hash: hashKey(key),
      permissions: [...permissions],
    })
    .execute();
  return key;
}

/** Easy to type, hard to guess. */
export const newPassword = (): string => `demo-${randomBytes(9).toString("base64url")}`;
