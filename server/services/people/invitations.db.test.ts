import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Role } from "@/server/domain/permissions";
import type { Context } from "../shared/context";
import { HOUR } from "../testing/house";
import type { Person } from "../testing/people";
import { makeOrg } from "../testing/world";
import { acceptInvitation, type Newcomer } from "./accept-invitation";
import { openInvitation } from "./invitation";
import { invite } from "./invite";
import { listPeople } from "./list-people";
import { revokeInvitation } from "./revoke-invitation";
import { codeOf, messageOf, PeopleStage } from "./testing/stage";

const DAY = 24 * HOUR;

describe("invitations", () => {
  let stage: PeopleStage;
  beforeAll(async () => {
    stage = await PeopleStage.open("invitations");
  });
  afterAll(() => stage.house.close());

  let owner: Person;
  let asOwner: Context;
  beforeEach(async () => {
    await stage.nextOrg();
    owner = await stage.somebody("owner");
    asOwner = owner.acting(stage.org, "owner");
  });
  const { actor: _, ...base } = {} as Context;
  const accept = (token: string, comer: Newcomer) =>
    acceptInvitation(
      { ...base, db: stage.house.world.db, requestId: "req_join", cursorKey: asOwner.cursorKey },
      token,
      comer,
    );
  const asNew = { name: "Nora New", passwordHash: "hash" };
  let addresses = 0;
  const newAddress = () => {
    addresses += 1;
    return `nora-${addresses}@example.org`;
  };
  const invited = (role: Role = "member", email = newAddress(), ctx = asOwner) =>
    invite(ctx, { orgId: stage.org.id, email, role });

  it("make a new person a member with their role, once", async () => {
    const { token, email, expiresAt } = await invited("admin");
    expect(expiresAt).toBe(stage.house.at(7 * DAY).toISOString());
    expect(await openInvitation(stage.house.world.db, token)).toEqual({
      orgName: stage.org.name,
      email,
      role: "admin",
      state: "pending",
      hasAccount: false,
    });
    await accept(token, asNew);
    const { members, invitations } = await listPeople(asOwner, { orgId: stage.org.id });
    expect(members).toContainEqual(expect.objectContaining({ name: "Nora New", email, role: "admin" }));
    expect(invitations).toEqual([]);
    expect(await messageOf(accept(token, asNew))).toContain("accepted already");
    expect(await stage.trail()).toEqual(["invitation.create done", "member.join done"]);
  });

  it("used twice in the same moment make one member", async () => {
    const { token } = await invited();
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => codeOf(accept(token, asNew))));
    expect(outcomes.filter((code) => code === undefined)).toHaveLength(1);
    expect((await listPeople(asOwner, { orgId: stage.org.id })).members).toHaveLength(2);
  });

  it("are for one address: somebody else who is signed in is told so, and it is written down", async () => {
    const { token, email } = await invited();
    const other = await stage.somebody(null, stage.org, "Otto");
    const no = await messageOf(accept(token, { id: other.id, name: "Otto", email: "otto@example.org" }));
    expect(no).toBe(
      `This invitation is for ${email}, and you are signed in as otto@example.org. Sign out to accept it.`,
    );
    expect((await stage.trail()).at(-1)).toBe("member.join refused forbidden");
    expect(await stage.roles(asOwner)).toEqual({ [owner.id]: "owner" });
  });

  it("don't make a second account for an address that has one", async () => {
    const known = await stage.somebody("viewer", stage.house.orgs.beta);
    const { token, email } = await invited("viewer", `${known.id}@example.org`);
    expect((await openInvitation(stage.house.world.db, token))?.hasAccount).toBe(true);
    expect(await messageOf(accept(token, asNew))).toContain("sign in to accept");
    await accept(token, { id: known.id, name: "Ada", email });
    expect((await stage.roles(asOwner))[known.id]).toBe("viewer");
    expect(await codeOf(invited("admin", email))).toBe("invalid_request");
  });

  it("of two orgs for one new address make one account, used in the same moment or not", async () => {
    const email = newAddress();
    const other = await makeOrg(stage.house.world, "Other");
    const otherOwner = await stage.somebody("owner", other);
    const [mine, theirs] = [
      await invited("member", email),
      await invite(otherOwner.acting(other, "owner"), { orgId: other.id, email, role: "member" }),
    ];
    const outcomes = await Promise.all([codeOf(accept(mine.token, asNew)), codeOf(accept(theirs.token, asNew))]);
    expect(outcomes.sort()).toEqual(["wrong_status", undefined]);
  });

  it("end after seven days, when withdrawn, and when another is sent to the address", async () => {
    const email = newAddress();
    const first = await invited("member", email);
    const second = await invited("viewer", email.toUpperCase());
    expect(await messageOf(accept(first.token, asNew))).toContain("withdrawn");
    await stage.house.goTo(7 * DAY - 1);
    expect((await openInvitation(stage.house.world.db, second.token))?.state).toBe("pending");
    await stage.house.goTo(7 * DAY);
    expect(await messageOf(accept(second.token, asNew))).toContain("expired");
    const third = await invited("member", email);
    await revokeInvitation(asOwner, { orgId: stage.org.id, invitationId: third.id });
    expect(await messageOf(accept(third.token, asNew))).toContain("withdrawn");
    expect(await codeOf(revokeInvitation(asOwner, { orgId: stage.org.id, invitationId: third.id }))).toBe("not_found");
    expect(await codeOf(accept(`inv_${"A".repeat(43)}`, asNew))).toBe("not_found");
    expect(Object.keys(await stage.roles(asOwner))).toEqual([owner.id]);
  });

  it("give no more than the inviter has, then and when they are accepted", async () => {
    const admin = await stage.somebody("admin");
    const asAdmin = admin.acting(stage.org, "admin");
    expect(await codeOf(invited("owner", newAddress(), asAdmin))).toBe("forbidden");
    const ofOwner = await invited("owner");
    expect(await codeOf(revokeInvitation(asAdmin, { orgId: stage.org.id, invitationId: ofOwner.id }))).toBe(
      "forbidden",
    );
    expect(await codeOf(invited("viewer", ofOwner.email, asAdmin))).toBe("forbidden");
    const { token } = await invited("admin", newAddress(), asAdmin);
    await admin.becomes(stage.org, "member");
    expect(await messageOf(accept(token, asNew))).toContain("may no longer do so");
    await admin.becomes(stage.org, null);
    expect(await codeOf(accept(token, asNew))).toBe("wrong_status");
    await admin.becomes(stage.org, "admin");
    expect(await codeOf(accept(token, asNew))).toBeUndefined();
  });

  it("by the operator's people make an org's first owner, as long as they are with the operator", async () => {
    const olga = await stage.somebody("admin", stage.house.orgs.platform, "Olga");
    const asOlga = olga.acting(stage.house.orgs.platform, "admin");
    const [kept, late] = [await invited("owner", newAddress(), asOlga), await invited("owner", newAddress(), asOlga)];
    expect(await codeOf(accept(kept.token, asNew))).toBeUndefined();
    await olga.becomes(stage.house.orgs.platform, "viewer");
    expect(await codeOf(accept(late.token, asNew))).toBe("wrong_status");
  });

  it("keep only a hash of their link", async () => {
    const { token } = await invited();
    for (const table of ["invitations", "audit_entries"]) {
      const { rows } = await sql
        .raw(`select to_jsonb(t)::text as row from ${table} t`)
        .execute(stage.house.world.owner);
      expect(JSON.stringify(rows)).not.toContain(token.slice(4));
    }
  });
});
