import { z } from "zod";
import { PERMISSIONS, ROLES } from "../domain/permissions";
import { id, MAX_NAME, requiredText, text } from "./text";

/** Shapes of the console's calls about people, keys and orgs. */

export const email = z
  .email({ message: "must be an email address" })
  .max(MAX_NAME, { message: `must be at most ${MAX_NAME} characters long` });
/** As it was set; what it must be is said where one is chosen. */
export const password = z.string().min(1).max(200);
export const newPassword = z
  .string()
  .min(12, { message: "must have at least 12 characters" })
  .max(200, { message: "must be at most 200 characters long" });
export const personName = requiredText(MAX_NAME);

/** For calls that take nothing: what is sent all the same is refused. */
export const noInput = z.undefined();

const role = z.enum(ROLES);
const time = z.string();
const orgId = id();

export const orgInput = z.strictObject({ orgId });
export const memberInput = z.strictObject({ orgId, userId: id() });
export const roleInput = z.strictObject({ orgId, userId: id(), role });
export const inviteInput = z.strictObject({ orgId, email, role });
export const invitationInput = z.strictObject({ orgId, invitationId: id() });

/** The secret of a link: `inv_` and 256 bits of chance. */
const token = z.string().regex(/^inv_[A-Za-z0-9_-]{43}$/, { message: "is not an invitation" });
export const acceptInput = z.strictObject({ token });
export const joinInput = z.strictObject({ token, name: personName, password: newPassword });

export const memberViewSchema = z.strictObject({
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  role,
  since: time,
  lastSeenAt: time.optional(),
});
export type MemberView = z.output<typeof memberViewSchema>;

export const invitationViewSchema = z.strictObject({
  id: z.string(),
  email: z.string(),
  role,
  /** `void`: who invited may no longer give this role. */
  state: z.enum(["pending", "expired", "void"]),
  invitedBy: z.string(),
  createdAt: time,
  expiresAt: time,
});
export type InvitationView = z.output<typeof invitationViewSchema>;

export const peopleViewSchema = z.strictObject({
  org: z.strictObject({ id: z.string(), name: z.string() }),
  /** As the rules of membership see the caller. */
  you: z.strictObject({ userId: z.string(), role: role.nullable(), isOperator: z.boolean() }),
  members: z.array(memberViewSchema),
  /** Open ones, for those who manage people. */
  invitations: z.array(invitationViewSchema),
});
export type PeopleView = z.output<typeof peopleViewSchema>;

export const keyViewSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  keyPrefix: z.string(),
  permissions: z.array(z.enum(PERMISSIONS)),
  /** Of these, what the key can do now: never more than the person who made it. */
  effective: z.array(z.enum(PERMISSIONS)),
  state: z.enum(["active", "expired", "revoked"]),
  /** Who made it; absent where no person and no other key did. */
  madeBy: z.strictObject({ name: z.string(), byKey: z.boolean() }).optional(),
  createdAt: time,
  expiresAt: time.optional(),
  lastUsedAt: time.optional(),
  revokedAt: time.optional(),
});
export type KeyView = z.output<typeof keyViewSchema>;

export const keysViewSchema = z.strictObject({
  org: z.strictObject({ id: z.string(), name: z.string() }),
  keys: z.array(keyViewSchema),
});
export type KeysView = z.output<typeof keysViewSchema>;

export const orgListInput = z.strictObject({
  search: text(MAX_NAME).optional(),
  cursor: z.string().max(1000).nullish(),
  limit: z.int().min(1).max(200).optional(),
  /** Sent by the client library with every page; there is only one direction. */
  direction: z.literal("forward").optional(),
});

export const orgRowSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  isPlatform: z.boolean(),
  isProvider: z.boolean(),
  people: z.int(),
  /** Keys that work. */
  keys: z.int(),
  createdAt: time,
});
export type OrgRow = z.output<typeof orgRowSchema>;

export const nameInput = z.strictObject({ name: personName });
export const changePasswordInput = z.strictObject({ current: password, next: newPassword });
export const sessionInput = z.strictObject({ sessionId: id() });

export const sessionRowSchema = z.strictObject({
  id: z.string(),
  isThis: z.boolean(),
  createdAt: time,
  expiresAt: time,
  address: z.string().optional(),
  browser: z.string().optional(),
});
export type SessionRow = z.output<typeof sessionRowSchema>;

/** What became of a mail by the time of the answer. Underway: the mail server had not said yet whether it takes it. */
export type Mailing = "unset" | "taken" | "refused" | "underway";
