import { PERMISSIONS, type Permission } from "@/server/domain/permissions";

const DAY_SECONDS = 24 * 60 * 60;
const MOST_DAYS = 3650;

/** How long a key can be made for; custom asks for days. */
export const EXPIRIES = [
  { id: "7", label: "7 days" },
  { id: "30", label: "30 days" },
  { id: "90", label: "90 days" },
  { id: "365", label: "One year" },
  { id: "custom", label: "Another number of days" },
  { id: "never", label: "Never" },
] as const;
export type Expiry = (typeof EXPIRIES)[number]["id"];

export interface KeyForm {
  name: string;
  permissions: readonly Permission[];
  expiry: Expiry;
  days: string;
}

export const EMPTY_KEY: KeyForm = { name: "", permissions: [], expiry: "90", days: "" };

/** Of what somebody may do, what only reads. */
export const readOnly = (own: readonly Permission[]): Permission[] =>
  own.filter((permission) => permission.endsWith(".read"));

/** What somebody may give, in the order of the list. */
export const givable = (own: readonly string[]): Permission[] =>
  PERMISSIONS.filter((permission) => own.includes(permission));

export interface KeyProblems {
  name?: string;
  permissions?: string;
  days?: string;
}

export function keyProblems(form: KeyForm): KeyProblems {
  const days = /^\d{1,4}$/.test(form.days.trim()) ? Number(form.days) : 0;
  return {
    ...(form.name.trim() === "" && { name: "Write what the key is for." }),
    ...(form.permissions.length === 0 && { permissions: "Choose at least one." }),
    ...(form.expiry === "custom" &&
      (days < 1 || days > MOST_DAYS) && { days: `Write a number from 1 to ${MOST_DAYS}.` }),
  };
}

/** The form as the call takes it. */
export function keyBody({ name, permissions, expiry, days }: KeyForm) {
  const chosen = expiry === "custom" ? days.trim() : expiry;
  return {
    name: name.trim(),
    permissions: [...permissions],
    ...(chosen !== "never" && { expiresInSeconds: Number(chosen) * DAY_SECONDS }),
  };
}

/** A call that works with the key just made. */
export function readyCurl(origin: string, key: string, permissions: readonly Permission[]): string {
  const path = permissions.includes("node.read") ? "/v1/nodes" : "/v1/whoami";
  return `curl -H "Authorization: Bearer ${key}" ${origin}${path}`;
}
