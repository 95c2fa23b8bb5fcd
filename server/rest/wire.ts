import type { OperationId } from "../contract/operations";
import type { ErrorCode } from "../domain/errors";

/** A request as the transports hand it over; everything that HTTP servers differ in is gone by here. */
export interface WireRequest {
  method: string;
  /** Path as sent, still percent-encoded, without the query. */
  path: string;
  /** Query as sent, without `?`; empty where there is none. */
  query: string;
  /** All values of a header, in order. */
  header: (name: string) => readonly string[];
  /** Reads the body up to `limit` bytes; undefined where it is larger. Reading twice gives the same. */
  body: (limit: number) => Promise<Uint8Array | undefined>;
  /** True once the whole body has arrived. */
  bodyArrived: () => boolean;
  /** Address of whoever asks. */
  source: string;
}

/** What the log and the metrics say of a request, beside what the caller sees. */
export interface About {
  /** The call that was made, where the path and method name one. */
  operation?: OperationId;
  keyId?: string;
  code?: ErrorCode;
}

export interface WireAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
  about?: About;
}
