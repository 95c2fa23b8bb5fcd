import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Role } from "@/server/domain/permissions";
import type { Context } from "../shared/context";
import type { Person } from "../testing/people";
import { makeOrg } from "../testing/world";
import { changeRole } from "./change-role";
import { invite } from "./invite";
import { leaveOrg } from "./leave-org";
import { listPeople } from "./list-people";
import { removeMember } from "./remove-member";
import { revokeInvitation } from "./revoke-invitation";
import { codeOf, PeopleStage } from "./testing/stage";

describe("people of an org, section 3", () => {
  let stage: PeopleStage;
  beforeAll(async () => {
    stage = await PeopleStage.open("people");
  });
  beforeEach(() => stage.nextOrg());
  afterAll(() => stage.house.close());

  it("change roles as far as they may, and every attempt is written down once", async () => {
    const [owner, admin, member] = [
      await stage.somebody("owner"),
      await stage.somebody("admin"),
      await stage.somebody("member"),
    ];
    const [asOwner, asAdmin, asMember] = [
      owner.acting(stage.org, "owner"),
      admin.acting(stage.org, "admin"),
      member.acting(stage.org, "member"),
    ];
    const to = (ctx: Context, person: Person, role: Role) =>
      codeOf(changeRole(ctx, { orgId: stage.org.id, userId: person.id, role }));
    expect(await to(asMember, member, "owner")).toBe("forbidden");
    expect(await to(asAdmin, member, "owner")).toBe("forbidden");
    expect(await to(asAdmin, admin, "owner")).toBe("forbidden");
    expect(await to(asAdmin, owner, "viewer")).toBe("forbidden");
    expect(await to(asOwner, owner, "admin")).toBe("wrong_status");
    expect(await to(asAdmin, member, "admin")).toBeUndefined();
    expect(await to(asAdmin, member, "admin")).toBeUndefined();
    expect(await stage.roles(asOwner)).toEqual({ [owner.id]: "owner", [admin.id]: "admin", [member.id]: "admin" });
    expect(await stage.trail()).toEqual([
      ...Array.from({ length: 4 }, () => "member.role refused forbidden"),
      "member.role refused wrong_status",
      "member.role done",
    ]);
  });

  it("decide by what they are now and not by what they were when the page was drawn", async () => {
    const [owner, admin] = [await stage.somebody("owner"), await stage.somebody("admin")];
    const stale = admin.acting(stage.org, "admin");
    await changeRole(owner.acting(stage.org, "owner"), { orgId: stage.org.id, userId: admin.id, role: "viewer" });
    expect(await codeOf(removeMember(stale, { orgId: stage.org.id, userId: owner.id }))).toBe("forbidden");
    expect(await codeOf(invite(stale, { orgId: stage.org.id, email: "x@example.org", role: "viewer" }))).toBe(
      "forbidden",
    );
  });

  it("keep an owner, also when the last two demote each other in the same moment", async () => {
    for (let round = 0; round < 5; round += 1) {
      stage.org = await makeOrg(stage.house.world, `Race ${round}`);
      const [a, b] = [await stage.somebody("owner"), await stage.somebody("owner")];
      const outcomes = await Promise.all([
        codeOf(changeRole(a.acting(stage.org, "owner"), { orgId: stage.org.id, userId: b.id, role: "viewer" })),
        codeOf(changeRole(b.acting(stage.org, "owner"), { orgId: stage.org.id, userId: a.id, role: "viewer" })),
      ]);
      // Who comes second is no owner any more, and so can't do it.
      expect(outcomes.filter((code) => code === undefined)).toHaveLength(1);
      expect(outcomes).toContain("forbidden");
      const found = Object.values(await stage.roles(await stage.operator()));
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
      stage.org = await makeOrg(stage.house.world, `Last ${first} ${second}`);
      const [a, b] = [await stage.somebody("owner"), await stage.somebody("owner")];
      const ways = {
        down: (who: Person) =>
          changeRole(who.acting(stage.org, "owner"), { orgId: stage.org.id, userId: who.id, role: "admin" }),
        leave: (who: Person) => leaveOrg(who.acting(stage.org, "owner"), { orgId: stage.org.id }),
        remove: async (who: Person) => removeMember(await stage.operator(), { orgId: stage.org.id, userId: who.id }),
      };
      const outcomes = await Promise.all([codeOf(ways[first](a)), codeOf(ways[second](b))]);
      expect(outcomes.sort()).toEqual(["wrong_status", undefined]);
      expect(Object.values(await stage.roles(await stage.operator())).filter((role) => role === "owner")).toHaveLength(
        1,
      );
    }
  });

  it("are an org's own affair, and the operator's", async () => {
    const owner = await stage.somebody("owner");
    const target = { orgId: stage.org.id, userId: owner.id };
    const stranger = (await stage.somebody("owner", stage.house.orgs.beta)).acting(stage.house.orgs.beta, "owner");
    const platformViewer = (await stage.somebody("viewer", stage.house.orgs.platform)).acting(
      stage.house.orgs.platform,
      "viewer",
    );
    const key = stage.house.alpha;
    for (const ctx of [stranger, platformViewer, key, stage.house.platform]) {
      expect(await codeOf(listPeople(ctx, { orgId: stage.org.id }))).toBe("forbidden");
      expect(await codeOf(changeRole(ctx, { ...target, role: "viewer" }))).toBe("forbidden");
      expect(await codeOf(removeMember(ctx, target))).toBe("forbidden");
      expect(await codeOf(invite(ctx, { orgId: stage.org.id, email: "x@example.org", role: "viewer" }))).toBe(
        "forbidden",
      );
      expect(await codeOf(revokeInvitation(ctx, { orgId: stage.org.id, invitationId: "inv_x" }))).toBe("forbidden");
    }
    const asOperator = await stage.operator();
    expect(await codeOf(listPeople(asOperator, { orgId: "org_none" }))).toBe("not_found");
    expect(await codeOf(changeRole(asOperator, { orgId: stage.org.id, userId: "usr_none", role: "owner" }))).toBe(
      "not_found",
    );
    expect(await codeOf(listPeople(stranger, { orgId: "org_none" }))).toBe("forbidden");
    // Of an org that isn't theirs nothing is written down for strangers; the operator's own attempts are.
    expect((await stage.trail()).filter((line) => line.includes("member."))).toEqual([
      "member.role refused forbidden",
      "member.remove refused forbidden",
      "member.role refused forbidden",
      "member.remove refused forbidden",
      "member.role refused not_found",
    ]);
  });

  it("everybody in an org sees who is in it; open invitations only those who manage people", async () => {
    const [owner, viewer] = [await stage.somebody("owner"), await stage.somebody("viewer")];
    await invite(owner.acting(stage.org, "owner"), { orgId: stage.org.id, email: "New@Example.org", role: "member" });
    const seen = await listPeople(viewer.acting(stage.org, "viewer"), { orgId: stage.org.id });
    expect([seen.members.length, seen.invitations]).toEqual([2, []]);
    const { invitations } = await listPeople(owner.acting(stage.org, "owner"), { orgId: stage.org.id });
    expect(invitations).toMatchObject([
      { email: "new@example.org", role: "member", state: "pending", invitedBy: "Ada" },
    ]);
  });
});
