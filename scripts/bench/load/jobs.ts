/** What worker processes are told to do, and what they tell of it: plain data, since it crosses processes. */

/** Each client takes nodes of its own from the list, so that none waits for another's lock. */
export interface CycleWork {
  kind: "cycle";
  nodeIds: readonly string[];
  unitId: string;
  /** All clients on the same node: they wait for each other, and some are refused. */
  shared?: boolean;
  orgId: string;
}

export interface ReadWork {
  kind: "read";
  paths: readonly string[];
}

export interface HttpJob {
  kind: "http";
  ports: readonly number[];
  key: string;
  clients: number;
  ms: number;
  work: CycleWork | ReadWork;
  /** So many a second, evenly, in place of one after the other. */
  rate?: number;
}

export interface DirectJob {
  kind: "direct";
  connectionString: string;
  clients: number;
  ms: number;
  work: CycleWork;
}

export type Job = HttpJob | DirectJob;

export interface Outcome {
  /** Whole cycles or reads. */
  done: number;
  perSecond: number;
  /** Milliseconds of one. */
  p50: number;
  p99: number;
  /** Answers that were refusals, where some are expected. */
  refused: number;
}
