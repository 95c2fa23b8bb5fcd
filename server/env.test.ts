import { describe, expect, it } from "vitest";
import { EnvError, readEnv } from "./env";

const outside = {
  DATABASE_URL: "postgresql://app:secret@db.internal:5432/holdfast",
  AUTH_SECRET: "a".repeat(32),
  PUBLIC_URL: "https://gpu.example.com",
};

const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318" };

const wrong: [string, Record<string, string | undefined>][] = [
  ...["0", "-1", "65536", "3000.5", "1e3", "0x50", "abc", "99999999999"].map((PORT) => entry("PORT", { PORT })),
  ...["http://x", "a b", "host/path", "x@y"].map((HOST) => entry("HOST", { HOST })),
  ...["nonsense", "mysql://h/db", "postgres://", "postgresql:///db", "http://h/db"].map((DATABASE_URL) =>
    entry("DATABASE_URL", { ...outside, DATABASE_URL }),
  ),
  ...[
    "short",
    "vl_short",
    "x".repeat(40),
    `vl_${"a".repeat(31)}`,
    `vl_${"a".repeat(31)}!`,
    `xvl_${"a".repeat(32)}`,
  ].map((BOOTSTRAP_API_KEY) => entry("BOOTSTRAP_API_KEY", { BOOTSTRAP_API_KEY })),
  ...["yes", "true", "2", "01"].map((DEMO) => entry("DEMO", { DEMO })),
  ...["-1", "NaN", "1.5", "Infinity"].map((limit) => entry("RATE_LIMIT_PER_MINUTE", { RATE_LIMIT_PER_MINUTE: limit })),
  ...[
    "yes",
    "true",
    "-1",
    "17",
    "0.0.0.0/0",
    "10.0.0.0/8,",
    "10.0.0.0/8, ::/0",
    "proxy.example.com",
    "10.0.0.0/40",
  ].map((TRUST_PROXY) => entry("TRUST_PROXY", { TRUST_PROXY })),
  entry("AUTH_SECRET", { ...outside, AUTH_SECRET: undefined }),
  entry("AUTH_SECRET", { ...outside, AUTH_SECRET: "a".repeat(31) }),
  entry("AUTH_SECRET", { AUTH_SECRET: "short" }),
  entry("PUBLIC_URL", { ...outside, PUBLIC_URL: undefined }),
  ...["gpu.example.com", "ftp://x", "https://x/path", "https://x/?q", "https://u:p@x", "https://x/#h"].map(
    (PUBLIC_URL) => entry("PUBLIC_URL", { ...outside, PUBLIC_URL }),
  ),
  ...["short", "a".repeat(15), "a b".repeat(9), `${"a".repeat(20)}é`].map((METRICS_TOKEN) =>
    entry("METRICS_TOKEN", { METRICS_TOKEN }),
  ),
  entry("ACCESS_LOG", { ACCESS_LOG: "yes" }),
  ...["collector:4318", "grpc://collector:4317", "http://", "http://h/?a"].map((OTEL_EXPORTER_OTLP_ENDPOINT) =>
    entry("OTEL_EXPORTER_OTLP_ENDPOINT", { OTEL_EXPORTER_OTLP_ENDPOINT }),
  ),
  ...["grpc", "http/protobuf"].map((OTEL_EXPORTER_OTLP_PROTOCOL) =>
    entry("OTEL_EXPORTER_OTLP_PROTOCOL", { ...traced, OTEL_EXPORTER_OTLP_PROTOCOL }),
  ),
  ...["2", "-1", "5%", ".5", "1e-3"].map((OTEL_TRACES_SAMPLER_ARG) =>
    entry("OTEL_TRACES_SAMPLER_ARG", { ...traced, OTEL_TRACES_SAMPLER_ARG }),
  ),
  entry("LOG_LEVEL", { LOG_LEVEL: "loud" }),
  ...["mail.example.com", "http://mail.example.com", "smtp://", "smtp:x"].map((SMTP_URL) =>
    entry("SMTP_URL", { SMTP_URL, MAIL_FROM: "a@example.com" }),
  ),
  ...["nobody", "a@b c", "<a@b", "A <a@b>\r\nBcc: x@y"].map((MAIL_FROM) =>
    entry("MAIL_FROM", { SMTP_URL: "smtp://mail.example.com", MAIL_FROM }),
  ),
  entry("MAIL_FROM", { SMTP_URL: "smtp://mail.example.com" }),
  entry("SMTP_URL", { MAIL_FROM: "a@example.com" }),
];

function entry(name: string, raw: Record<string, string | undefined>): [string, Record<string, string | undefined>] {
  return [name, raw];
}

describe("the environment (contract, section 9)", () => {
  it("needs nothing on the embedded default", () => {
    expect(readEnv({})).toEqual({
      databaseUrl: undefined,
      trustedProxies: undefined,
      dataDir: ".data",
      port: 3000,
      host: "127.0.0.1",
      bootstrapApiKey: undefined,
      demo: true,
      rateLimitPerMinute: 6000,
      authSecret: undefined,
      publicUrl: "http://127.0.0.1:3000",
      logLevel: "info",
      mail: undefined,
      metricsToken: undefined,
      accessLog: false,
      tracing: undefined,
      dev: false,
    });
  });

  it("takes every value", () => {
    const key = `vl_${"aB9_-".repeat(7)}`;
    const raw = {
      ...outside,
      PORT: " 8080 ",
      HOST: "0.0.0.0",
      BOOTSTRAP_API_KEY: key,
      DEMO: "1",
      DATA_DIR: "/var/lib/x",
      METRICS_TOKEN: "a-token-of-16-ch",
      ACCESS_LOG: "0",
      OTEL_EXPORTER_OTLP_ENDPOINT: "https://collector.example.com:4318/",
      OTEL_TRACES_SAMPLER_ARG: "0.05",
      TRUST_PROXY: "10.0.0.0/8, fd00::1",
    };
    const mail = { SMTP_URL: "smtps://u:p@mail.example.com:465", MAIL_FROM: "Holdfast <gpu@example.com>" };
    expect(readEnv({ ...raw, ...mail, RATE_LIMIT_PER_MINUTE: "0", LOG_LEVEL: "warn", HOLDFAST_DEV: "1" })).toEqual({
      databaseUrl: outside.DATABASE_URL,
      trustedProxies: { networks: ["10.0.0.0/8", "fd00::1"] },
      dataDir: "/var/lib/x",
      port: 8080,
      host: "0.0.0.0",
      bootstrapApiKey: key,
      demo: true,
      rateLimitPerMinute: 0,
      authSecret: outside.AUTH_SECRET,
      publicUrl: "https://gpu.example.com",
      logLevel: "warn",
      mail: { smtpUrl: mail.SMTP_URL, from: mail.MAIL_FROM },
      metricsToken: "a-token-of-16-ch",
      accessLog: false,
      tracing: { endpoint: "https://collector.example.com:4318", serviceName: "holdfast", share: 0.05 },
      dev: true,
    });
  });

  it("makes no demo on a database that was given", () => {
    expect(readEnv(outside).demo).toBe(false);
    expect(readEnv({ DEMO: "0" }).demo).toBe(false);
  });

  it("writes a line for each request on a database that was given", () => {
    expect(readEnv(outside).accessLog).toBe(true);
    expect(readEnv({ ACCESS_LOG: "1" }).accessLog).toBe(true);
  });

  it("takes a number of proxies", () => {
    expect(readEnv({ TRUST_PROXY: "2" }).trustedProxies).toEqual({ hops: 2 });
  });

  it("counts blank as unset", () => {
    const blank = Object.fromEntries(["DATABASE_URL", "PORT", "HOST", "DEMO", "DATA_DIR"].map((name) => [name, "  "]));
    expect(readEnv({ ...blank, BOOTSTRAP_API_KEY: "", RATE_LIMIT_PER_MINUTE: "", AUTH_SECRET: "" })).toEqual(
      readEnv({}),
    );
  });

  it.each([
    ["127.0.0.1", "http://127.0.0.1:3000"],
    ["0.0.0.0", "http://127.0.0.1:3000"],
    ["::", "http://127.0.0.1:3000"],
    ["::1", "http://[::1]:3000"],
    ["gpu-host", "http://gpu-host:3000"],
  ])("listening on %s gives the address %s", (HOST, publicUrl) => {
    expect(readEnv({ HOST }).publicUrl).toBe(publicUrl);
  });

  it.each(wrong)("refuses a wrong %s in one sentence: %o", (name, raw) => {
    let refusal: unknown;
    try {
      readEnv(raw);
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toBeInstanceOf(EnvError);
    const { message } = refusal as EnvError;
    expect(message).toMatch(new RegExp(`^${name} [^\\n]*\\.$`));
    expect(message).not.toContain("secret@");
  });
});
