import { log } from "../log";
import { runtime } from "../runtime";
import { handleRest, type RestDependencies } from "./handle";
import { RateLimiter } from "./rate-limit";
import type { WireAnswer, WireRequest } from "./wire";

const shared = globalThis as typeof globalThis & { __holdfastRest?: RestDependencies };

function dependencies(): RestDependencies {
  const { db, cursorKey, env } = runtime();
  shared.__holdfastRest ??= {
    db,
    cursorKey,
    rateLimiter: new RateLimiter(env.rateLimitPerMinute),
    onFault: (error, requestId) => log.error({ err: error, requestId }, "a request failed"),
  };
  return shared.__holdfastRest;
}

/** Answers a request below `/v1` with this process's database and limits. */
export const answerRest = (request: WireRequest): Promise<WireAnswer> => handleRest(dependencies(), request);
