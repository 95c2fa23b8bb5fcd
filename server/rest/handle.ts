import type { Database } from "@/db/client";
import { authenticateKey, type KeyCaller } from "../auth/authenticate-key";
import { BODY_LIMIT, type Method, type Operation } from "../contract/operation";
import { type OperationId, operations } from "../contract/operations";
import { invalid, Refusal } from "../domain/errors";
import { newId } from "../ids";
import { authorize } from "../services/authorize";
import { onceOnly } from "../services/idempotency";
import { perform, refuseMalformed } from "../services/perform";
import type { Context } from "../services/shared/context";
import { refusalOf } from "../services/shared/database-errors";
import type { Admission, Slot } from "./admission";
import type { RateLimiter } from "./rate-limit";
import { type ReadRequest, readRequest } from "./read-request";
import { answer, errorAnswer } from "./respond";
import { allowHeader, type Match, matchPath } from "./router";
import type { About, WireAnswer, WireRequest } from "./wire";

export interface RestDependencies {
  db: Database;
  cursorKey: Buffer;
  rateLimiter: RateLimiter;
  admission: Admission;
  /** Told about faults of ours, which callers see only as `internal`. */
  onFault: (error: unknown, requestId: string) => void;
}

const IDEMPOTENCY_KEY = /^[\x20-\x7e]{1,255}$/;
const NO_PATH = new Refusal("not_found", "There is no such path; see /docs for those that there are.");

function operationOf(match: Match, method: string): OperationId {
  const id = match.methods.get((method === "HEAD" ? "GET" : method) as Method);
  if (!id)
    throw new Refusal("method_not_allowed", `This path has no ${/^[A-Z]{1,20}$/.test(method) ? method : "such"} call.`);
  return id;
}

/**
 * Who calls. The body is already on its way meanwhile; where it arrived only later, the key is looked up once more:
 * what counts is whether it is good when the call is carried out.
 */
async function authenticate(
  deps: RestDependencies,
  request: WireRequest,
  op: Operation,
  { slot, about }: Admitted,
): Promise<KeyCaller> {
  const header = request.header("authorization");
  const credentials = header.length === 1 ? header[0] : undefined;
  const body = op.body ? request.body(op.bodyLimit ?? BODY_LIMIT) : undefined;
  body?.catch(() => undefined);
  const caller = await authenticateKey(deps.db, credentials);
  about.keyId = caller.actor.id;
  deps.rateLimiter.take(caller.actor.id);
  if (!body || request.bodyArrived()) return caller;
  // A client that sends slowly must not keep others from being served.
  slot.leave();
  await body;
  await slot.enter();
  return authenticateKey(deps.db, credentials);
}

function idempotencyKey(op: Operation, request: WireRequest): string | undefined {
  const [key, ...more] = request.header("idempotency-key");
  if (op.method !== "POST" || key === undefined) return undefined;
  if (more.length > 0 || !IDEMPOTENCY_KEY.test(key)) {
    throw invalid([{ field: "Idempotency-Key", message: "must be 1 to 255 printable ASCII characters, sent once" }]);
  }
  return key;
}

interface Call {
  id: OperationId;
  op: Operation;
  params: Record<string, string>;
  caller: KeyCaller;
  ctx: Context;
}

async function carryOut(call: Call, read: ReadRequest, key: string | undefined): Promise<WireAnswer> {
  const { id, op, params, ctx, caller } = call;
  const { status } = op.answer;
  if (key === undefined) return answer(status, await perform(ctx, id, read.input));
  const once = {
    key,
    request: [id, params, read.body],
    secret: caller.token,
    status,
    authorize: (now: Context) => authorize(now, op, params),
  };
  let replayed = false;
  const result = await perform(ctx, id, read.input, async (run) => {
    const outcome = await onceOnly(ctx, once, run);
    replayed = outcome.replayed;
    return outcome.answer;
  });
  return answer(status, result, replayed ? { "Idempotent-Replayed": "true" } : {});
}

async function handleCall(
  deps: RestDependencies,
  request: WireRequest,
  requestId: string,
  about: About,
): Promise<WireAnswer> {
  const match = matchPath(request.path);
  if (!match) throw NO_PATH;
  const id = operationOf(match, request.method);
  about.operation = id;
  const slot = await deps.admission.enter();
  try {
    return await handleAdmitted(deps, request, requestId, { id, params: match.params, slot, about });
  } finally {
    slot.leave();
  }
}

interface Admitted {
  id: OperationId;
  params: Record<string, string>;
  slot: Slot;
  about: About;
}

async function handleAdmitted(
  deps: RestDependencies,
  request: WireRequest,
  requestId: string,
  admitted: Admitted,
): Promise<WireAnswer> {
  const { id, params } = admitted;
  const op: Operation = operations[id];
  const caller = await authenticate(deps, request, op, admitted);
  const ctx: Context = {
    db: deps.db,
    actor: caller.actor,
    requestId,
    source: `REST ${request.source}`,
    cursorKey: deps.cursorKey,
  };
  const call: Call = { id, op, params, caller, ctx };
  let read: ReadRequest;
  let key: string | undefined;
  try {
    read = await readRequest(op, request, params);
    key = idempotencyKey(op, request);
  } catch (error) {
    if (error instanceof Refusal) return refuseMalformed(ctx, id, params, error);
    throw error;
  }
  return carryOut(call, read, key);
}

function failure(deps: RestDependencies, request: WireRequest, requestId: string, error: unknown): WireAnswer {
  const refusal = refusalOf(error);
  if (!refusal) {
    deps.onFault(error, requestId);
    return errorAnswer(new Refusal("internal", "Something went wrong here; the request id identifies it in our log."));
  }
  // Without a cause it is no fault: the server is busy, and says so once in its own log.
  if (refusal.code === "unavailable" && refusal.cause) deps.onFault(refusal.cause, requestId);
  const headers: Record<string, string> = {};
  if (refusal.code === "method_not_allowed") headers.Allow = allowHeader(matchPath(request.path)?.methods ?? new Map());
  if (refusal.code === "rate_limited") headers["Retry-After"] = String(refusal.details?.retryAfterSeconds ?? 1);
  if (refusal.code === "unavailable") headers["Retry-After"] = "1";
  return errorAnswer(refusal, headers);
}

/** Answers one request below `/v1`, whatever it is. Never throws. */
export async function handleRest(deps: RestDependencies, request: WireRequest): Promise<WireAnswer> {
  const requestId = newId("req");
  const about: About = {};
  let reply: WireAnswer;
  try {
    reply = await handleCall(deps, request, requestId, about);
  } catch (error) {
    reply = failure(deps, request, requestId, error);
  }
  reply.headers["X-Request-Id"] = requestId;
  reply.about = { ...about, ...reply.about };
  return reply;
}
