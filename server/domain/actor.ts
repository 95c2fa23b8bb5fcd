import type { Permission } from "./permissions";

/** Who acts, for which org, with which permissions right now. One type for every door, so that the trail always knows. */
export interface Actor {
  type: "key" | "user" | "system";
  id: string;
  /** Name of the key or person, as the audit trail shows it. */
  name: string;
  orgId: string;
  orgName: string;
  /** Acts for the platform org. */
  isPlatform: boolean;
  permissions: ReadonlySet<Permission>;
}
