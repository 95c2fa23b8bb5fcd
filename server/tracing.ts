import type { TraceParent } from "./trace-context";

/** What is told of a request when its answer has ended. */
export interface Answered {
  operation: string;
  /** As in the document; nothing that a caller can choose. */
  route?: string | undefined;
  status: number;
  code?: string | undefined;
  requestId?: string | undefined;
}

export interface RequestTrace {
  traceId: string;
  /** Runs what the request causes, so that its spans become part of this one. */
  run<T>(work: () => T): T;
  end(answered: Answered): void;
}

export interface Tracing {
  request(method: string, parent: TraceParent | undefined): RequestTrace;
  /** Begins a statement's span; what it answers ends it. */
  statement(text: string): (error?: unknown) => void;
  /** Runs a part of a request in a span of its own. */
  within<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** The trace of whatever is being done right now. */
  traceId(): string | undefined;
  /** Hands over what is left, within a short time. */
  stop(): Promise<void>;
}

// On the global object, like the runtime: the framework's routes are bundled apart.
const shared = globalThis as typeof globalThis & { __holdfastTracing?: Tracing };

/** Undefined where nobody collects traces, which then cost nothing. */
export const tracing = (): Tracing | undefined => shared.__holdfastTracing;

export function traceWith(chosen: Tracing): void {
  shared.__holdfastTracing = chosen;
}
