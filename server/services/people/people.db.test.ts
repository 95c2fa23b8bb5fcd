import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Refusal } from "@/server/domain/errors";
import type { Role } from "@/server/domain/permissions";
import type { Context } from "../shared/context";
import { HOUR, type House, openHouse } from "../testing/house";
import { makePerson, type Person } from "../testing/people";
import { makeOrg, type TestOrg } from "../testing/world";
import { acceptInvitation, type Newcomer } from "./accept-invitation";
import { changeRole } from "./change-role";
import { openInvitation } from "./invitation";
import { invite } from "./invite";
import { leaveOrg } from "./leave-org";
import { listPeople } from "./list-people";
import { removeMember } from "./remove-member";
import { revokeInvitation } from "./revoke-invitation";

const DAY = 24 * HOUR;

describe("people of an org, section 3", () => {
  let house: House;
  let org: TestOrg;
  let count = 0;
  beforeAll(async () => {
    house = await openHouse("people");
  });
  beforeEach(async () => {
    await house.goTo(0);
    count += 1;
    org = await makeOrg(house.world, `Org ${count}`);
  });
  afterAll(() => house.close());

  const somebody = async (role: Role | null, of: TestOrg = org, name = "Ada"): Promise<Person> => {
    const person = await makePerson(house.world, name);
    if (role) await person.becomes(of, role);
    return person;
  };
  const roles = async (ctx: Context) => {
    const { members } = await listPeople(ctx, { orgId: org.id });
    return Object.fromEntries(members.map((member) => [member.userId, member.role]));
  };
  /** Code of the refusal; undefined where there was none. */
  const codeOf = (work: Promise<unknown>): Promise<string | undefined> =>
    work.then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof Refusal) return error.code;
        throw error;
      },
    );
  const messageOf = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => "was not refused",
      (error: Error) => error.message,
    );
  const trail = async () => {
    const { rows } = await sql<{ action: string; outcome: string; code: string | null }>`
      select action, outcome, code from audit_entries where reason like ${`%${org.id}%`} order by seq`.execute(
      house.world.owner,
    );
    return rows.map((row) => [row.action, row.outcome, ...(row.code ? [row.code] : [])].join(" "));
  };
  const operator = async (role: Role = "admin") =>
    (await somebody(role, house.orgs.platform, "Olga")).acting(house.orgs.platform, role);

  it("change roles as far as they may, and every attempt is written down once", async () => {
    const [owner, admin, member] = [await somebody("owner"), await somebody("admin"), await somebody("member")];
    const [asOwner, asAdmin, asMember] = [
      owner.acting(org, "owner"),
      admin.acting(org, "admin"),
      member.acting(org, "member"),
    ];
    const to = (ctx: Context, person: Person, role: Role) =>
      codeOf(changeRole(ctx, { orgId: org.id, userId: person.id, role }));
    expect(await to(asMember, member, "owner")).toBe("forbidden");
    expect(await to(asAdmin, member, "owner")).toBe("forbidden");
    expect(await to(asAdmin, admin, "owner")).toBe("forbidden");
    expect(await to(asAdmin, owner, "viewer")).toBe("forbidden");
    expect(await to(asOwner, owner, "admin")).toBe("wrong_status");
    expect(await to(asAdmin, member, "admin")).toBeUndefined();
    expect(await to(asAdmin, member, "admin")).toBeUndefined();
    expect(await roles(asOwner)).toEqual({ [owner.id]: "owner", [admin.id]: "admin", [member.id]: "admin" });
    expect(await trail()).toEqual([
      ...Array.from({ length: 4 }, () => "member.role refused forbidden"),
      "member.role refused wrong_status",
      "member.role done",
    ]);
  });

  it("decide by what they are now and not by what they were when the page was drawn", async () => {
    const [owner, admin] = [await somebody("owner"), await somebody("admin")];
    const stale = admin.acting(org, "admin");
    await changeRole(owner.acting(org, "owner"), { orgId: org.id, userId: admin.id, role: "viewer" });
    expect(await codeOf(removeMember(stale, { orgId: org.id, userId: owner.id }))).toBe("forbidden");
    expect(await codeOf(invite(stale, { orgId: org.id, email: "x@example.org", role: "viewer" }))).toBe("forbidden");
  });

  it("keep an owner, also when the last two demote each other in the same moment", async () => {
    for (let round = 0; round < 5; round += 1) {
      org = await makeOrg(house.world, `Race ${round}`);
      const [a, b] = [await somebody("owner"), await somebody("owner")];
      const outcomes = await Promise.all([
        codeOf(changeRole(a.acting(org, "owner"), { orgId: org.id, userId: b.id, role: "viewer" })),
        codeOf(changeRole(b.acting(org, "owner"), { orgId: org.id, userId: a.id, role: "viewer" })),
      ]);
      // Who comes second is no owner any more, and so can't do it.
      expect(outcomes.filter((code) => code === undefined)).toHaveLength(1);
      expect(outcomes).toContain("forbidden");
      const found = Object.values(await roles(await operator()));
      expect(found.filter((role) => role === "owner")).toHaveLength(1);
    }
  });

  it("keep an owner when the last two step down, leave or are taken out at once", async () => {
    for (const [first, second] of [
      ["down", "down"],
      ["leave", "leave"],
      ["leave", "down"],
      ["remove", "leave"],
    ] as const) {
      org = await makeOrg(house.world, `Last ${first} ${second}`);
      const [a, b] = [await somebody("owner"), await somebody("owner")];
      const ways = {
        down: (who: Person) => changeRole(who.acting(org, "owner"), { orgId: org.id, userId: who.id, role: "admin" }),
        leave: (who: Person) => leaveOrg(who.acting(org, "owner")),
        remove: async (who: Person) => removeMember(await operator(), { orgId: org.id, userId: who.id }),
      };
      const outcomes = await Promise.all([codeOf(ways[first](a)), codeOf(ways[second](b))]);
      expect(outcomes.sort()).toEqual(["wrong_status", undefined]);
      expect(Object.values(await roles(await operator())).filter((role) => role === "owner")).toHaveLength(1);
    }
  });

  it("are an org's own affair, and the operator's", async () => {
    const owner = await somebody("owner");
    const target = { orgId: org.id, userId: owner.id };
    const stranger = (await somebody("owner", house.orgs.beta)).acting(house.orgs.beta, "owner");
    const platformViewer = (await somebody("viewer", house.orgs.platform)).acting(house.orgs.platform, "viewer");
    const key = house.alpha;
    for (const ctx of [stranger, platformViewer, key, house.platform]) {
      expect(await codeOf(listPeople(ctx, { orgId: org.id }))).toBe("forbidden");
      expect(await codeOf(changeRole(ctx, { ...target, role: "viewer" }))).toBe("forbidden");
      expect(await codeOf(removeMember(ctx, target))).toBe("forbidden");
      expect(await codeOf(invite(ctx, { orgId: org.id, email: "x@example.org", role: "viewer" }))).toBe("forbidden");
      expect(await codeOf(revokeInvitation(ctx, { orgId: org.id, invitationId: "inv_x" }))).toBe("forbidden");
    }
    const asOperator = await operator();
    expect(await codeOf(listPeople(asOperator, { orgId: "org_none" }))).toBe("not_found");
    expect(await codeOf(changeRole(asOperator, { orgId: org.id, userId: "usr_none", role: "owner" }))).toBe(
      "not_found",
    );
    expect(await codeOf(listPeople(stranger, { orgId: "org_none" }))).toBe("forbidden");
    // Of an org that isn't theirs nothing is written down for strangers; the operator's own attempts are.
    expect((await trail()).filter((line) => line.includes("member."))).toEqual([
      "member.role refused forbidden",
      "member.remove refused forbidden",
      "member.role refused forbidden",
      "member.remove refused forbidden",
      "member.role refused not_found",
    ]);
  });

  it("everybody in an org sees who is in it; open invitations only those who manage people", async () => {
    const [owner, viewer] = [await somebody("owner"), await somebody("viewer")];
    await invite(owner.acting(org, "owner"), { orgId: org.id, email: "New@Example.org", role: "member" });
    const seen = await listPeople(viewer.acting(org, "viewer"), { orgId: org.id });
    expect([seen.members.length, seen.invitations]).toEqual([2, []]);
    const { invitations } = await listPeople(owner.acting(org, "owner"), { orgId: org.id });
    expect(invitations).toMatchObject([
      { email: "new@example.org", role: "member", state: "pending", invitedBy: "Ada" },
    ]);
  });

  describe("invitations", () => {
    let owner: Person;
    let asOwner: Context;
    beforeEach(async () => {
      owner = await somebody("owner");
      asOwner = owner.acting(org, "owner");
    });
    const { actor: _, ...base } = {} as Context;
    const accept = (token: string, comer: Newcomer) =>
      acceptInvitation(
        { ...base, db: house.world.db, requestId: "req_join", cursorKey: asOwner.cursorKey },
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
      invite(ctx, { orgId: org.id, email, role });

    it("make a new person a member with their role, once", async () => {
      const { token, email, expiresAt } = await invited("admin");
      expect(expiresAt).toBe(house.at(7 * DAY).toISOString());
      expect(await openInvitation(house.world.db, token)).toEqual({
        orgName: org.name,
        email,
        role: "admin",
        state: "pending",
        hasAccount: false,
      });
      await accept(token, asNew);
      const { members, invitations } = await listPeople(asOwner, { orgId: org.id });
      expect(members).toContainEqual(expect.objectContaining({ name: "Nora New", email, role: "admin" }));
      expect(invitations).toEqual([]);
      expect(await messageOf(accept(token, asNew))).toContain("accepted already");
      expect(await trail()).toEqual(["invitation.create done", "member.join done"]);
    });

    it("used twice in the same moment make one member", async () => {
      const { token } = await invited();
      const outcomes = await Promise.all([1, 2, 3, 4].map(() => codeOf(accept(token, asNew))));
      expect(outcomes.filter((code) => code === undefined)).toHaveLength(1);
      expect((await listPeople(asOwner, { orgId: org.id })).members).toHaveLength(2);
    });

    it("are for one address: somebody else who is signed in is told so, and it is written down", async () => {
      const { token, email } = await invited();
      const other = await somebody(null, org, "Otto");
      const no = await messageOf(accept(token, { id: other.id, name: "Otto", email: "otto@example.org" }));
      expect(no).toBe(
        `This invitation is for ${email}, and you are signed in as otto@example.org. Sign out to accept it.`,
      );
      expect((await trail()).at(-1)).toBe("member.join refused forbidden");
      expect(await roles(asOwner)).toEqual({ [owner.id]: "owner" });
    });

    it("don't make a second account for an address that has one", async () => {
      const known = await somebody("viewer", house.orgs.beta);
      const { token, email } = await invited("viewer", `${known.id}@example.org`);
      expect((await openInvitation(house.world.db, token))?.hasAccount).toBe(true);
      expect(await messageOf(accept(token, asNew))).toContain("sign in to accept");
      await accept(token, { id: known.id, name: "Ada", email });
      expect((await roles(asOwner))[known.id]).toBe("viewer");
      expect(await codeOf(invited("admin", email))).toBe("invalid_request");
    });

    it("of two orgs for one new address make one account, used in the same moment or not", async () => {
      const email = newAddress();
      const other = await makeOrg(house.world, "Other");
      const otherOwner = await somebody("owner", other);
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
      await house.goTo(7 * DAY - 1);
      expect((await openInvitation(house.world.db, second.token))?.state).toBe("pending");
      await house.goTo(7 * DAY);
      expect(await messageOf(accept(second.token, asNew))).toContain("expired");
      const third = await invited("member", email);
      await revokeInvitation(asOwner, { orgId: org.id, invitationId: third.id });
      expect(await messageOf(accept(third.token, asNew))).toContain("withdrawn");
      expect(await codeOf(revokeInvitation(asOwner, { orgId: org.id, invitationId: third.id }))).toBe("not_found");
      expect(await codeOf(accept(`inv_${"A".repeat(43)}`, asNew))).toBe("not_found");
      expect(Object.keys(await roles(asOwner))).toEqual([owner.id]);
    });

    it("give no more than the inviter has, then and when they are accepted", async () => {
      const admin = await somebody("admin");
      const asAdmin = admin.acting(org, "admin");
      expect(await codeOf(invited("owner", newAddress(), asAdmin))).toBe("forbidden");
      const ofOwner = await invited("owner");
      expect(await codeOf(revokeInvitation(asAdmin, { orgId: org.id, invitationId: ofOwner.id }))).toBe("forbidden");
      expect(await codeOf(invited("viewer", ofOwner.email, asAdmin))).toBe("forbidden");
      const { token } = await invited("admin", newAddress(), asAdmin);
      await admin.becomes(org, "member");
      expect(await messageOf(accept(token, asNew))).toContain("may no longer do so");
      await admin.becomes(org, null);
      expect(await codeOf(accept(token, asNew))).toBe("wrong_status");
      await admin.becomes(org, "admin");
      expect(await codeOf(accept(token, asNew))).toBeUndefined();
    });

    it("by the operator's people make an org's first owner, as long as they are with the operator", async () => {
      const olga = await somebody("admin", house.orgs.platform, "Olga");
      const asOlga = olga.acting(house.orgs.platform, "admin");
      const [kept, late] = [await invited("owner", newAddress(), asOlga), await invited("owner", newAddress(), asOlga)];
      expect(await codeOf(accept(kept.token, asNew))).toBeUndefined();
      await olga.becomes(house.orgs.platform, "viewer");
      expect(await codeOf(accept(late.token, asNew))).toBe("wrong_status");
    });

    it("keep only a hash of their link", async () => {
      const { token } = await invited();
      for (const table of ["invitations", "audit_entries"]) {
        const { rows } = await sql.raw(`select to_jsonb(t)::text as row from ${table} t`).execute(house.world.owner);
        expect(JSON.stringify(rows)).not.toContain(token.slice(4));
      }
    });
  });
});
