import pino, { type LoggerOptions } from "pino";
import { type LogLevel, readLogLevel } from "./env";
import { tracing } from "./tracing";

const secrets = ["authorization", "cookie", "set-cookie", "key", "apiKey", "password", "secret", "token"];
const at = (prefix: string) => secrets.map((name) => `${prefix}["${name}"]`);

export function logOptions(level: LogLevel): LoggerOptions {
  return {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: () => {
      const traceId = tracing()?.traceId();
      return traceId === undefined ? {} : { traceId };
    },
    redact: { paths: [...secrets.map((name) => `["${name}"]`), ...at("*"), ...at("*.*")], censor: "[redacted]" },
  };
}

/** A wrong LOG_LEVEL stops the start, in words and with the other settings; it must not stop an import before. */
function levelNow(): LogLevel {
  try {
    return readLogLevel();
  } catch {
    return "info";
  }
}

/** The only logger: one JSON object a line on stdout. LOG_LEVEL sets how much is written (info). */
export const log = pino(logOptions(levelNow()));

/**
 * For the line about each request, whose fields are a fixed list without anything secret: looking each through for secrets
 * would take a tenth of a read's time.
 */
export const requestLog = pino({ ...logOptions(levelNow()), redact: [] });
