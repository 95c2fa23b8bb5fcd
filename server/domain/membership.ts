import type { ErrorCode } from "./errors";
import { ROLES, type Role, rolePermissions } from "./permissions";

/** Who decides about the people of an org. */
export interface Decider {
  userId: string;
  /** What she is in that org herself. */
  role: Role | null;
  /** Acts for the platform org, and may manage people there: she decides in every other org as an owner does. */
  isOperator: boolean;
}

export interface MemberFacts {
  userId: string;
  name: string;
  role: Role;
}

/** Why something can't be done: the refusal's code and its sentence. */
export interface Obstacle {
  code: ErrorCode;
  message: string;
}

const no = (message: string): Obstacle => ({ code: "forbidden", message });

const isAbove = (role: Role, other: Role): boolean => ROLES.indexOf(role) < ROLES.indexOf(other);

/** The role that somebody decides with; undefined where she may not manage people at all. */
function authority(by: Decider): Role | undefined {
  const role = by.isOperator ? "owner" : by.role;
  return role && rolePermissions(role).includes("org.manage") ? role : undefined;
}

/** Why this person can't manage the people of the org at all. */
export function whyNotManage(by: Decider): Obstacle | undefined {
  return authority(by) ? undefined : no("Only owners and admins manage the people of an organization.");
}

/** Why this person can't give a role, to anybody: nobody gives what she doesn't have. */
export function whyNotGive(by: Decider, role: Role): Obstacle | undefined {
  const own = authority(by);
  if (!own) return whyNotManage(by);
  return isAbove(role, own) ? no(`Only an owner can make somebody an ${role}.`) : undefined;
}

const lastOwner = (member: MemberFacts, owners: number, next: string): Obstacle | undefined =>
  member.role === "owner" && owners <= 1
    ? { code: "wrong_status", message: `${member.name} is the last owner; make somebody else an owner ${next}.` }
    : undefined;

/** Why this person can't touch that one's membership: an admin is not above an owner. */
function whyNotTouch(by: Decider, member: MemberFacts): Obstacle | undefined {
  const own = authority(by);
  if (!own) return whyNotManage(by);
  return isAbove(member.role, own) ? no(`Only an owner can change what an ${member.role} is.`) : undefined;
}

/** Why a member can't get another role. `owners` is how many owners the org has. */
export function whyNotChangeRole(by: Decider, member: MemberFacts, role: Role, owners: number): Obstacle | undefined {
  const obstacle = whyNotTouch(by, member) ?? whyNotGive(by, role);
  if (obstacle) return obstacle;
  if (by.userId === member.userId && isAbove(role, member.role)) return no("Nobody can give herself a higher role.");
  return role === "owner" ? undefined : lastOwner(member, owners, "first");
}

/** Why a member can't be taken out of the org by somebody else, or by herself here rather than by leaving. */
export function whyNotRemove(by: Decider, member: MemberFacts, owners: number): Obstacle | undefined {
  return whyNotTouch(by, member) ?? lastOwner(member, owners, "first");
}

/** Why a member can't leave: everybody may, but an org keeps an owner. */
export function whyNotLeave(member: MemberFacts, owners: number): Obstacle | undefined {
  return lastOwner(member, owners, "before leaving");
}

export interface InvitationFacts {
  role: Role;
  expiresAt: Date;
  acceptedAt: Date | null;
  revokedAt: Date | null;
  /** Who invited, with what she may do in the org now. */
  inviter: Decider;
}

export type InvitationState = "pending" | "accepted" | "revoked" | "expired" | "void";

/** What an invitation is worth now; `void` where the one who invited may no longer give its role. First match wins. */
export function invitationState(invitation: InvitationFacts, now: Date): InvitationState {
  if (invitation.acceptedAt) return "accepted";
  if (invitation.revokedAt) return "revoked";
  if (invitation.expiresAt <= now) return "expired";
  return whyNotGive(invitation.inviter, invitation.role) ? "void" : "pending";
}

/** What the holder of a link reads where it opens nothing. */
export const INVITATION_PROBLEM: Record<Exclude<InvitationState, "pending">, string> = {
  accepted: "This invitation was accepted already; each link works once.",
  revoked: "This invitation was withdrawn. Ask whoever invited you for a new one.",
  expired: "This invitation has expired. Ask whoever invited you for a new one.",
  void: "Whoever invited you may no longer do so. Ask the organization for a new invitation.",
};
