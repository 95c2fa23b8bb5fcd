import type { AuditAction } from "@/server/contract/operation";

/** What entries are called, by what they did or tried; a page shows the action itself where it has no name here. */
const NAMES = {
  "reservation.create": "Reserve",
  "reservation.change": "Change reservation",
  "reservation.cancel": "Cancel reservation",
  "reservation.reaffirm": "Re-affirm",
  "reservation.release": "Release to spot",
  "reservation.reclaim": "Reclaim",
  "node.create": "Register node",
  "node.update": "Change node",
  "node.inventory": "Report topology",
  "workload.create": "Place workload",
  "workload.terminate": "End workload",
  "org.create": "Create org",
  "apikey.create": "Create API key",
  "apikey.revoke": "Revoke API key",
  "member.join": "Join org",
  "member.leave": "Leave org",
  "member.role": "Change role",
  "member.remove": "Remove member",
  "invitation.create": "Invite",
  "invitation.revoke": "Revoke invitation",
} satisfies Record<AuditAction, string>;

export const ACTION_NAMES: Readonly<Record<string, string>> = NAMES;

export const actionName = (action: string): string => ACTION_NAMES[action] ?? action;
