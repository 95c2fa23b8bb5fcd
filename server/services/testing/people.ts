import { randomUUID } from "node:crypto";
import { type Role, rolePermissions } from "@/server/domain/permissions";
import type { Context } from "../shared/context";
import { actingFor, type TestOrg, type World } from "./world";

/** A person, and what she is in an org; null takes her out of it. */
export interface Person {
  id: string;
  becomes(org: TestOrg, role: Role | null): Promise<void>;
  /** What she does in the console, in an org where she has this role. */
  acting(org: TestOrg, role: Role): Context;
}

export async function makePerson(world: World, name: string): Promise<Person> {
  const id = `usr_${randomUUID().replaceAll("-", "")}`;
  await world.owner
    .insertInto("users")
    .values({ id, name, email: `${id}@example.org` })
    .execute();
  return {
    id,
    becomes: async (org, role) => {
      await world.owner.deleteFrom("members").where("user_id", "=", id).where("org_id", "=", org.id).execute();
      if (role) await world.owner.insertInto("members").values({ user_id: id, org_id: org.id, role }).execute();
    },
    acting: (org, role) => {
      const ctx = actingFor(world, org, rolePermissions(role));
      return { ...ctx, actor: { ...ctx.actor, type: "user", id, name } };
    },
  };
}
