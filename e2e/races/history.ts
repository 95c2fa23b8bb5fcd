/** What clients did to a node and what came of it: the whole truth that the checker has. */

export interface Clock {
  /** Milliseconds of the machine's clock, which driver, servers and database share. */
  sent: number;
  answered: number;
}

export type Act =
  | { do: "create"; unitIds: string[]; allowed: string[]; managing: string[]; start?: number; end?: number }
  | { do: "cancel"; res: string; unitIds?: string[] }
  | { do: "change"; res: string; end?: number | null; allowed?: string[] }
  | { do: "release"; res: string; unitIds: string[] }
  | { do: "reclaim"; res: string; unitIds: string[]; dryRun?: true; plan?: Previewed }
  | { do: "reaffirm"; res: string }
  | { do: "place"; org: string; gpus: number; tier: "community" | "spot" }
  | { do: "terminate"; workload: string }
  | { do: "swap"; shape: number }
  | { do: "setStatus"; status: "online" | "draining" }
  | { do: "readUnits" }
  | { do: "readReservation"; res: string }
  | { do: "readWorkload"; workload: string };

/** A reclaim's preview: what the plan token stands for. */
export interface Previewed {
  token: string;
  terminate: string[];
  skip: string[];
  gen: number;
}

export interface Done extends Clock {
  node: string;
  /** Goes with the call as its reason or name: finds its entry in the trail where the answer was lost. */
  mark: string;
  /** The org that asked. */
  by: string;
  act: Act;
  /** 0 where no answer came. */
  status: number;
  requestId: string;
  /** The answer's body: of the call's shape where it succeeded, else an error. */
  body: unknown;
}

/** An entry of the node's audit trail, in the order in which the database wrote them. */
export interface Entry {
  at: number;
  action: string;
  requestId: string;
  reservationId?: string | undefined;
  unitIds?: readonly string[] | undefined;
  reason?: string | undefined;
}

export interface History {
  node: string;
  done: readonly Done[];
  /** Changes that were made, oldest first; refused attempts are left out. */
  trail: readonly Entry[];
}

export interface Violation {
  rule: string;
  what: string;
  at?: Done | undefined;
}
