/** What entries are called, by what they did or tried; a page shows the action itself where it has no name here. */
export const ACTION_NAMES: Readonly<Record<string, string>> = {
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
};

export const actionName = (action: string): string => ACTION_NAMES[action] ?? action;
