/** What a `traceparent` header says (W3C Trace Context): the caller's trace, and the span of it that asks us. */
export interface TraceParent {
  traceId: string;
  spanId: string;
  isSampled: boolean;
}

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const NOTHING = /^0+$/;
const SAMPLED = 1;

/** Undefined for whatever is not exactly what the standard asks for: such a caller has no trace. */
export function readTraceparent(headers: readonly string[] | undefined): TraceParent | undefined {
  const [header, ...more] = headers ?? [];
  const [, version, traceId, spanId, flags, future] = TRACEPARENT.exec(header ?? "") ?? [];
  if (more.length > 0 || traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  if (version === "ff" || (version === "00" && future !== undefined)) return undefined;
  if (NOTHING.test(traceId) || NOTHING.test(spanId)) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED };
}
