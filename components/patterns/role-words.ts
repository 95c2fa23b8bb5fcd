import { type Permission, type Role, rolePermissions } from "@/server/domain/permissions";

export const ROLE_NAMES: Record<Role, string> = { owner: "Owner", admin: "Admin", member: "Member", viewer: "Viewer" };

export const ROLE_HELP: Record<Role, string> = {
  owner: "May do everything, and says who else is an owner.",
  admin: "May do everything but make or change owners.",
  member: "Reads everything, starts and terminates workloads.",
  viewer: "Reads everything, changes nothing.",
};

export const PERMISSION_HELP: Record<Permission, string> = {
  "reservation.read": "Read reservations and units",
  "reservation.capacity": "Release units to the spot market and reclaim them",
  "reservation.manage": "Reserve units and change or cancel reservations; only the operator can",
  "node.read": "Read nodes",
  "node.write": "Register nodes, send inventories, change a node's status",
  "vm.read": "Read workloads and the catalog",
  "vm.write": "Start and terminate workloads",
  "apikey.manage": "Revoke API keys, and make others that may do no more",
  "org.manage": "Read the organization; of the operator: read and create all of them",
  "audit.read": "Read the trail",
};

export interface RightsDifference {
  gained: Permission[];
  lost: Permission[];
}

/** What a change of role gives and takes away. */
export function rightsDifference(from: Role, to: Role): RightsDifference {
  const [before, after] = [rolePermissions(from), rolePermissions(to)];
  return {
    gained: after.filter((permission) => !before.includes(permission)),
    lost: before.filter((permission) => !after.includes(permission)),
  };
}
