import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { Env } from "./env";
import { log } from "./log";
import type { TraceParent } from "./trace-context";
import type { Answered, RequestTrace, Tracing } from "./tracing";

const LONGEST_TEXT = 4_000;
const EXPORT_MS = 5_000;
const STOP_MS = 2_000;
const NEWS_MS = 60_000;

/** Says now and then that nobody takes the traces. */
function tellFailures(exporter: SpanExporter): SpanExporter {
  let toldAt = Number.NEGATIVE_INFINITY;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.error && performance.now() - toldAt > NEWS_MS) {
          toldAt = performance.now();
          log.warn({ err: result.error }, "traces could not be handed over");
        }
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
}

function contextOf(parent: TraceParent | undefined): Context {
  if (!parent) return ROOT_CONTEXT;
  const { traceId, spanId, isSampled } = parent;
  const traceFlags = isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

/** Never an error's own text: the database's may hold values. */
function fail(span: Span, type: string): void {
  span.setAttribute("error.type", type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

const typeOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "code" in error ? String(error.code) : "error";

function tellAnswer(span: Span, method: string, answered: Answered): void {
  const { operation, route, status, code, requestId } = answered;
  span.updateName(`${method} ${route ?? operation}`);
  span.setAttributes({
    "http.response.status_code": status,
    "holdfast.operation": operation,
    ...(route !== undefined && { "http.route": route }),
    ...(code !== undefined && { "holdfast.code": code }),
    ...(requestId !== undefined && { "holdfast.request_id": requestId }),
  });
  if (status >= 500) fail(span, code ?? String(status));
}

/**
 * Traces by OTLP over HTTP. Nothing is registered globally: libraries that would trace by themselves write down whole
 * addresses, and ours can hold an invitation's token.
 */
export function otlpTracing({ endpoint, serviceName, share }: NonNullable<Env["tracing"]>): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: EXPORT_MS });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": serviceName, "service.instance.id": `${process.pid}` }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanLimits: { attributeValueLengthLimit: LONGEST_TEXT },
    spanProcessors: [new BatchSpanProcessor({ exporter: tellFailures(exporter), exportTimeoutMillis: EXPORT_MS })],
  });
  const tracer = provider.getTracer("holdfast");
  const current = new AsyncLocalStorage<Context>();
  const start = (name: string, kind: SpanKind, attributes: Attributes, context: Context | undefined) =>
    tracer.startSpan(name, { kind, attributes }, context ?? ROOT_CONTEXT);

  return {
    request(method, parent): RequestTrace {
      const from = contextOf(parent);
      const span = start(method, SpanKind.SERVER, { "http.request.method": method }, from);
      const inside = trace.setSpan(from, span);
      return {
        traceId: span.spanContext().traceId,
        run: (work) => current.run(inside, work),
        end: (answered) => {
          tellAnswer(span, method, answered);
          span.end();
        },
      };
    },
    statement(text) {
      const context = current.getStore();
      // Chores of the server's own would each be a trace of one statement.
      if (!context) return () => undefined;
      const verb = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? "statement";
      const span = start(verb, SpanKind.CLIENT, { "db.system.name": "postgresql", "db.query.text": text }, context);
      return (error) => {
        if (error !== undefined) fail(span, typeOf(error));
        span.end();
      };
    },
    async within(name, work) {
      const context = current.getStore();
      if (!context) return work();
      const span = start(name, SpanKind.INTERNAL, {}, context);
      try {
        return await current.run(trace.setSpan(context, span), work);
      } catch (error) {
        fail(span, typeOf(error));
        throw error;
      } finally {
        span.end();
      }
    },
    traceId: () => trace.getSpanContext(current.getStore() ?? ROOT_CONTEXT)?.traceId,
    stop: () => Promise.race([provider.shutdown().catch(() => undefined), sleep(STOP_MS)]),
  };
}
