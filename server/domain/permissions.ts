export const PERMISSIONS = [
  "reservation.read",
  "reservation.capacity",
  "reservation.manage",
  "node.read",
  "node.write",
  "vm.read",
  "vm.write",
  "apikey.manage",
  "org.manage",
  "audit.read",
] as const;
export type Permission = (typeof PERMISSIONS)[number];

export const ROLES = ["owner", "admin", "member", "viewer"] as const;
export type Role = (typeof ROLES)[number];

const READ: readonly Permission[] = PERMISSIONS.filter((permission) => permission.endsWith(".read"));

/** What each role may do in its org (contract, section 3). Where it may do it is decided by the org. */
const ROLE_PERMISSIONS: Record<Role, readonly Permission[]> = {
  owner: PERMISSIONS,
  admin: PERMISSIONS,
  member: [...READ, "vm.write"],
  viewer: READ,
};

/** Permissions of a role; none for somebody who is not, or no longer, a member. */
export function rolePermissions(role: Role | null): readonly Permission[] {
  return role === null ? [] : ROLE_PERMISSIONS[role];
}

/** What a key may do now: what it was given, and where a person made it never more than that person has now. */
export function keyPermissions(
  granted: readonly Permission[],
  maker: { person: false } | { person: true; role: Role | null },
): Permission[] {
  if (!maker.person) return [...granted];
  const now = rolePermissions(maker.role);
  return granted.filter((permission) => now.includes(permission));
}
