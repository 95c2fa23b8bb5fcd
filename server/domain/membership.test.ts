import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Decider,
  type InvitationFacts,
  invitationState,
  type MemberFacts,
  whyNotChangeRole,
  whyNotGive,
  whyNotLeave,
  whyNotManage,
  whyNotRemove,
} from "./membership";
import { ROLES, type Role, rolePermissions } from "./permissions";

const by = (role: Role | null, isOperator = false): Decider => ({ userId: "u1", role, isOperator });
const member = (role: Role, userId = "u2"): MemberFacts => ({ userId, name: "Ada", role });
const codes = (roles: readonly Role[], of: (role: Role) => { code: string } | undefined) =>
  Object.fromEntries(roles.map((role) => [role, of(role)?.code ?? "yes"]));

describe("who manages people", () => {
  it("is owners, admins and the operator's people", () => {
    expect(codes(ROLES, (role) => whyNotManage(by(role)))).toEqual({
      owner: "yes",
      admin: "yes",
      member: "forbidden",
      viewer: "forbidden",
    });
    expect(whyNotManage(by(null))?.code).toBe("forbidden");
    expect(whyNotManage(by(null, true))).toBeUndefined();
  });
});

describe("giving a role", () => {
  it("never exceeds one's own: an admin makes no owner", () => {
    const yes = { owner: "yes", admin: "yes", member: "yes", viewer: "yes" };
    expect(codes(ROLES, (role) => whyNotGive(by("owner"), role))).toEqual(yes);
    expect(codes(ROLES, (role) => whyNotGive(by("admin"), role))).toEqual({ ...yes, owner: "forbidden" });
    expect(codes(ROLES, (role) => whyNotGive(by(null, true), role))).toEqual(yes);
  });

  it("changes nobody above oneself", () => {
    expect(whyNotChangeRole(by("admin"), member("owner"), "viewer", 2)?.message).toBe(
      "Only an owner can change what an owner is.",
    );
    expect(whyNotRemove(by("admin"), member("owner"), 2)?.code).toBe("forbidden");
    expect(whyNotChangeRole(by("admin"), member("admin"), "viewer", 1)).toBeUndefined();
    expect(whyNotRemove(by("admin"), member("admin"), 1)).toBeUndefined();
  });

  it("raises nobody by her own hand, not even one of the operator's people", () => {
    expect(whyNotChangeRole(by("admin"), member("admin", "u1"), "owner", 1)?.code).toBe("forbidden");
    expect(whyNotChangeRole(by("viewer", true), member("viewer", "u1"), "owner", 1)?.message).toBe(
      "Nobody can give herself a higher role.",
    );
    expect(whyNotChangeRole(by("owner"), member("owner", "u1"), "viewer", 2)).toBeUndefined();
  });
});

describe("the last owner", () => {
  it("stays, whoever asks", () => {
    for (const decider of [by("owner"), by(null, true)]) {
      expect(whyNotChangeRole(decider, member("owner"), "admin", 1)?.code).toBe("wrong_status");
      expect(whyNotRemove(decider, member("owner"), 1)?.code).toBe("wrong_status");
      expect(whyNotRemove(decider, member("owner"), 2)).toBeUndefined();
    }
    expect(whyNotLeave(member("owner"), 1)?.message).toBe(
      "Ada is the last owner; make somebody else an owner before leaving.",
    );
    expect(whyNotLeave(member("owner"), 2)).toBeUndefined();
    expect(whyNotLeave(member("viewer"), 1)).toBeUndefined();
  });
});

it("no allowed change gives anyone a permission that who decides lacks", () => {
  const role = fc.constantFrom(...ROLES);
  fc.assert(
    fc.property(role, role, role, fc.boolean(), (own, before, after, isSelf) => {
      const decider = by(own);
      if (whyNotChangeRole(decider, member(isSelf ? own : before, isSelf ? "u1" : "u2"), after, 2)) return true;
      return rolePermissions(after).every((permission) => rolePermissions(own).includes(permission));
    }),
  );
});

describe("an invitation", () => {
  const now = new Date("2031-03-01T12:00:00Z");
  const facts: InvitationFacts = {
    role: "admin",
    expiresAt: new Date(now.getTime() + 1),
    acceptedAt: null,
    revokedAt: null,
    inviter: by("admin"),
  };
  const state = (change: Partial<InvitationFacts>) => invitationState({ ...facts, ...change }, now);

  it("is worth something until it is used, withdrawn or over", () => {
    expect(state({})).toBe("pending");
    expect(state({ expiresAt: now })).toBe("expired");
    expect(state({ revokedAt: now })).toBe("revoked");
    expect(state({ acceptedAt: now, expiresAt: now })).toBe("accepted");
  });

  it("gives nothing that who invited couldn't give now", () => {
    expect(state({ inviter: by("member") })).toBe("void");
    expect(state({ inviter: by(null) })).toBe("void");
    expect(state({ role: "owner" })).toBe("void");
    expect(state({ role: "owner", inviter: by(null, true) })).toBe("pending");
  });
});
