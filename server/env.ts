/** The only reader of process.env in the product (contract, section 9). */
import { parseNetwork, type TrustedProxies } from "./client-address";

export interface Env {
  /** undefined: the embedded Postgres. */
  databaseUrl: string | undefined;
  dataDir: string;
  port: number;
  host: string;
  /** Proxies that are believed about who asked them; undefined: none. */
  trustedProxies: TrustedProxies | undefined;
  bootstrapApiKey: string | undefined;
  demo: boolean;
  /** 0 turns the limit off. */
  rateLimitPerMinute: number;
  authSecret: string | undefined;
  /** An origin: scheme, host and port. */
  publicUrl: string;
  logLevel: LogLevel;
  /** Where mail is handed over and whom it is from; undefined: none is sent. */
  mail: { smtpUrl: string; from: string } | undefined;
  /** What a reader of /metrics must show; undefined: there is no such page. */
  metricsToken: string | undefined;
  /** One log line for each request. */
  accessLog: boolean;
  /** Where traces are handed over by OTLP, under which name, and which share of requests has one; undefined: none is made. */
  tracing: { endpoint: string; serviceName: string; share: number } | undefined;
  /** Next's development mode, for `npm run dev`. */
  dev: boolean;
}

/** What a server process runs with: the start script has filled in everything by then. */
export type ServerEnv = Env & { databaseUrl: string; authSecret: string };

/** A missing or wrong value; the message is one sentence that names the variable. */
export class EnvError extends Error {
  override readonly name = "EnvError";
}

type Raw = Record<string, string | undefined>;

const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
export type LogLevel = (typeof logLevels)[number];

/** Blank counts as unset. */
function given(raw: Raw, name: string): string | undefined {
  const value = raw[name]?.trim();
  return value === "" ? undefined : value;
}

export function readEnv(raw: Raw): Env {
  const databaseUrl = readDatabaseUrl(raw);
  const port = readWhole(raw, "PORT", 3000, 1, 65_535);
  const host = readHost(raw);
  return {
    databaseUrl,
    dataDir: given(raw, "DATA_DIR") ?? ".data",
    port,
    host,
    trustedProxies: readTrustedProxies(raw),
    bootstrapApiKey: readKey(raw),
    demo: readSwitch(raw, "DEMO", databaseUrl === undefined),
    rateLimitPerMinute: readWhole(raw, "RATE_LIMIT_PER_MINUTE", 6000, 0, 1_000_000_000),
    authSecret: readSecret(raw, databaseUrl !== undefined),
    publicUrl: readPublicUrl(raw, databaseUrl === undefined ? addressOf(host, port) : undefined),
    logLevel: readLogLevel(raw),
    mail: readMail(raw),
    metricsToken: readMetricsToken(raw),
    accessLog: readSwitch(raw, "ACCESS_LOG", databaseUrl !== undefined),
    tracing: readTracing(raw),
    dev: readSwitch(raw, "HOLDFAST_DEV", false),
  };
}

let known: ServerEnv | undefined;

/** Read once, on first use: building and importing must not need a configured machine. */
export function env(): ServerEnv {
  if (!known) {
    const { databaseUrl, authSecret, ...rest } = readEnv(process.env);
    if (databaseUrl === undefined) throw new EnvError("DATABASE_URL is missing: a server process needs its database.");
    if (authSecret === undefined) throw new EnvError("AUTH_SECRET is missing.");
    known = { ...rest, databaseUrl, authSecret };
  }
  return known;
}

export function readLogLevel(raw: Raw = process.env): LogLevel {
  const value = given(raw, "LOG_LEVEL") ?? "info";
  const level = logLevels.find((name) => name === value);
  if (!level) throw new EnvError(`LOG_LEVEL must be one of ${logLevels.join(", ")}.`);
  return level;
}

/** Where a browser on this machine finds a server that listens there. */
export function addressOf(host: string, port: number): string {
  const everywhere = host === "0.0.0.0" || host === "::";
  const name = everywhere ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

function readDatabaseUrl(raw: Raw): string | undefined {
  const value = given(raw, "DATABASE_URL");
  if (value === undefined) return undefined;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !/^postgres(ql)?:$/.test(url.protocol) || !(url.hostname || url.searchParams.get("host"))) {
    throw new EnvError("DATABASE_URL must look like postgresql://user:password@host:port/database.");
  }
  return value;
}

const MOST_HOPS = 16;

function readTrustedProxies(raw: Raw): TrustedProxies | undefined {
  const value = given(raw, "TRUST_PROXY");
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value) && Number(value) <= MOST_HOPS) return { hops: Number(value) };
  const networks = value.split(",").map((each) => each.trim());
  // A network of everybody would believe whatever a stranger writes.
  if (networks.every((each) => (parseNetwork(each)?.[1] ?? 0) > 0)) return { networks };
  throw new EnvError(
    "TRUST_PROXY must be how many proxies stand before the server, or their networks, such as 10.0.0.0/8, fd00::/8.",
  );
}

function readWhole(raw: Raw, name: string, otherwise: number, least: number, most: number): number {
  const value = given(raw, name);
  if (value === undefined) return otherwise;
  const number = /^\d{1,10}$/.test(value) ? Number(value) : Number.NaN;
  if (!(number >= least && number <= most)) {
    throw new EnvError(`${name} must be a whole number from ${least} to ${most}.`);
  }
  return number;
}

function readHost(raw: Raw): string {
  const value = given(raw, "HOST") ?? "127.0.0.1";
  if (!/^[A-Za-z0-9._-]+$/.test(value) && !/^[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*(%[A-Za-z0-9]+)?$/.test(value)) {
    throw new EnvError("HOST must be a host name or an IP address to listen on.");
  }
  return value;
}

function readKey(raw: Raw): string | undefined {
  const value = given(raw, "BOOTSTRAP_API_KEY");
  if (value !== undefined && !/^vl_[A-Za-z0-9_-]{32,}$/.test(value)) {
    throw new EnvError("BOOTSTRAP_API_KEY must be vl_ followed by at least 32 letters, digits, _ or -.");
  }
  return value;
}

function readMetricsToken(raw: Raw): string | undefined {
  const value = given(raw, "METRICS_TOKEN");
  if (value !== undefined && !/^[\x21-\x7e]{16,1000}$/.test(value)) {
    throw new EnvError("METRICS_TOKEN must be at least 16 printable ASCII characters without a space.");
  }
  return value;
}

function readSwitch(raw: Raw, name: string, otherwise: boolean): boolean {
  const value = given(raw, name);
  if (value !== undefined && value !== "0" && value !== "1") throw new EnvError(`${name} must be 0 or 1.`);
  return value === undefined ? otherwise : value === "1";
}

function readSecret(raw: Raw, required: boolean): string | undefined {
  const value = given(raw, "AUTH_SECRET");
  if (value === undefined && required) {
    throw new EnvError("AUTH_SECRET is missing: with DATABASE_URL it must be set, to at least 32 characters.");
  }
  if (value !== undefined && value.length < 32) throw new EnvError("AUTH_SECRET must have at least 32 characters.");
  return value;
}

function readPublicUrl(raw: Raw, otherwise: string | undefined): string {
  const value = given(raw, "PUBLIC_URL") ?? otherwise;
  if (value === undefined) {
    throw new EnvError("PUBLIC_URL is missing: with DATABASE_URL it must be set, to the address people open.");
  }
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const plain = url && /^https?:$/.test(url.protocol) && url.hostname && url.href === `${url.origin}/`;
  if (!plain)
    throw new EnvError("PUBLIC_URL must be an http or https address without a path, such as https://gpu.example.com.");
  return url.origin;
}

function readMail(raw: Raw): Env["mail"] {
  const smtpUrl = given(raw, "SMTP_URL");
  const from = given(raw, "MAIL_FROM");
  const url = smtpUrl !== undefined && URL.canParse(smtpUrl) ? new URL(smtpUrl) : undefined;
  if (smtpUrl !== undefined && !(url && /^smtps?:$/.test(url.protocol) && url.hostname)) {
    throw new EnvError("SMTP_URL must look like smtps://user:password@mail.example.com:465.");
  }
  if (from !== undefined && !/^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(from)) {
    throw new EnvError("MAIL_FROM must be an address such as Holdfast <holdfast@example.com>.");
  }
  if (smtpUrl !== undefined && from === undefined) throw new EnvError("MAIL_FROM is missing: SMTP_URL needs it.");
  if (smtpUrl === undefined && from !== undefined) throw new EnvError("SMTP_URL is missing: MAIL_FROM needs it.");
  return smtpUrl !== undefined && from !== undefined ? { smtpUrl, from } : undefined;
}

/** The names of OpenTelemetry's own specification; the exporter itself reads OTEL_EXPORTER_OTLP_HEADERS. */
function readTracing(raw: Raw): Env["tracing"] {
  const value = given(raw, "OTEL_EXPORTER_OTLP_ENDPOINT");
  if (value === undefined) return undefined;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || !url.hostname || url.search || url.hash) {
    throw new EnvError("OTEL_EXPORTER_OTLP_ENDPOINT must look like http://collector.example.com:4318.");
  }
  if ((given(raw, "OTEL_EXPORTER_OTLP_PROTOCOL") ?? "http/json") !== "http/json") {
    throw new EnvError("OTEL_EXPORTER_OTLP_PROTOCOL must be http/json, the one that Holdfast speaks.");
  }
  const share = given(raw, "OTEL_TRACES_SAMPLER_ARG") ?? "1";
  if (!/^(0(\.\d{1,9})?|1(\.0{1,9})?)$/.test(share)) {
    throw new EnvError("OTEL_TRACES_SAMPLER_ARG must be a share of all requests from 0 to 1, such as 0.05.");
  }
  const serviceName = given(raw, "OTEL_SERVICE_NAME") ?? "holdfast";
  return { endpoint: url.href.replace(/\/+$/, ""), serviceName, share: Number(share) };
}
