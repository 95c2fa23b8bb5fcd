import { log } from "../log";
import { runtime } from "../runtime";
import { Admission } from "./admission";
import { handleRest, type RestDependencies } from "./handle";
import { RateLimiter } from "./rate-limit";
import type { WireAnswer, WireRequest } from "./wire";

/** A few for each connection to the database: while one thinks, another is on the wire. */
const WORKED_ON = 48;
const WAITING = 256;
const PATIENCE_MS = 1_000;

const shared = globalThis as typeof globalThis & { __holdfastRest?: RestDependencies };

function dependencies(): RestDependencies {
  const { db, cursorKey, env } = runtime();
  shared.__holdfastRest ??= {
    db,
    cursorKey,
    rateLimiter: new RateLimiter(env.rateLimitPerMinute),
    admission: new Admission(WORKED_ON, WAITING, PATIENCE_MS),
    onFault: (error, requestId) => log.error({ err: error, requestId }, "a request failed"),
  };
  return shared.__holdfastRest;
}

/** How busy this process's door is. */
export const admissionCounts = () => dependencies().admission.counts;

/** Answers a request below `/v1` with this process's database and limits. */
export const answerRest = (request: WireRequest): Promise<WireAnswer> => handleRest(dependencies(), request);
