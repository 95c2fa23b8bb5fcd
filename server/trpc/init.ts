import { initTRPC, TRPCError } from "@trpc/server";
import { z } from "zod";
import { findPerson, findSession, rememberSeen, type SignedIn } from "../auth/session";
import type { OperationId } from "../contract/operations";
import { fieldProblems } from "../contract/problems";
import { type ErrorCode, invalid, Refusal } from "../domain/errors";
import { newId } from "../ids";
import { log } from "../log";
import { runtime } from "../runtime";
import type { Context } from "../services/shared/context";
import { refusalOf } from "../services/shared/database-errors";
import { isOwnOrigin } from "./origin";

export interface TrpcContext {
  headers: Headers;
  /** Takes what the answer's headers should carry beyond the body: cookies. */
  answerHeaders: Headers;
  requestId: string;
  source: string;
  session: SignedIn | undefined;
}

/** The same where somebody is signed in. */
export type SignedInContext = TrpcContext & { session: SignedIn };

const PEER_HEADER = "x-holdfast-peer";

/** What every console call begins with: who it is, by the session cookie, looked up anew each time. */
export async function createContext(headers: Headers, answerHeaders: Headers): Promise<TrpcContext> {
  const session = await findSession(headers);
  if (session) rememberSeen(session);
  return {
    headers,
    answerHeaders,
    requestId: newId("req"),
    source: `console ${headers.get(PEER_HEADER) ?? ""}`.trim(),
    session,
  };
}

/** The same for the transport, which takes whatever else is thrown here for a fault of ours. */
export async function createTransportContext(headers: Headers, answerHeaders: Headers): Promise<TrpcContext> {
  try {
    return await createContext(headers, answerHeaders);
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal) {
      log.error({ err: error }, "a console call failed before it began");
      throw error;
    }
    throw new TRPCError({ code: TRPC_CODE[refusal.code], cause: refusal, message: refusal.message });
  }
}

/** What the services get of a signed-in person. */
export function serviceContext(ctx: SignedInContext): Context {
  const { db, cursorKey } = runtime();
  return { db, actor: ctx.session.actor, requestId: ctx.requestId, source: ctx.source, cursorKey };
}

export const TRPC_CODE: Record<ErrorCode, TRPCError["code"]> = {
  unauthorized: "UNAUTHORIZED",
  forbidden: "FORBIDDEN",
  not_found: "NOT_FOUND",
  method_not_allowed: "METHOD_NOT_SUPPORTED",
  unsupported_media_type: "UNSUPPORTED_MEDIA_TYPE",
  payload_too_large: "PAYLOAD_TOO_LARGE",
  invalid_request: "BAD_REQUEST",
  reservation_overlap: "CONFLICT",
  unit_not_reservable: "CONFLICT",
  wrong_status: "CONFLICT",
  plan_changed: "CONFLICT",
  topology_mismatch: "CONFLICT",
  no_capacity: "CONFLICT",
  idempotency_mismatch: "UNPROCESSABLE_CONTENT",
  rate_limited: "TOO_MANY_REQUESTS",
  unavailable: "SERVICE_UNAVAILABLE",
  internal: "INTERNAL_SERVER_ERROR",
};

/** What a call was refused for: by us, or by the schema of its input, whose problems have a field each. */
function refusalIn({ code, cause }: TRPCError): Refusal | undefined {
  if (cause instanceof Refusal) return cause;
  return code === "BAD_REQUEST" && cause instanceof z.ZodError ? invalid(fieldProblems(cause, "input")) : undefined;
}

const FAULT = "Something went wrong here; the request id identifies it in our log.";

/** Of streams: how often a silent one says that it is there, and when a page takes one that doesn't for dead. */
export const SSE = { pingMs: 15_000, client: { reconnectAfterInactivityMs: 40_000 } } as const;

/** What is said of a call beside its types. */
export interface CallMeta {
  /** The entry of the operation table that it performs. */
  operation: OperationId;
}

const t = initTRPC
  .context<TrpcContext>()
  .meta<CallMeta>()
  .create({
    sse: { ping: { enabled: true, intervalMs: SSE.pingMs }, client: SSE.client },
    errorFormatter({ shape, error, ctx }) {
      const refusal = refusalIn(error);
      const { stack: _, ...data } = shape.data as typeof shape.data & { stack?: string };
      return {
        ...shape,
        // Our own sentences reach people; the framework's and the database's don't.
        message: refusal?.message ?? (error.code === "BAD_REQUEST" ? "The request is not valid." : FAULT),
        data: {
          ...data,
          requestId: ctx?.requestId,
          refusal: refusal && { code: refusal.code, message: refusal.message, details: refusal.details },
        },
      };
    },
  });

export const router = t.router;
export const createCallerFactory = t.createCallerFactory;

/** Turns what the services throw into the transport's errors, in one place. */
const mapped = t.middleware(async ({ next, ctx }) => {
  const result = await next();
  if (result.ok) return result;
  const cause = result.error.cause ?? result.error;
  const refusal = refusalOf(cause);
  if (refusal) throw new TRPCError({ code: TRPC_CODE[refusal.code], cause: refusal, message: refusal.message });
  if (result.error.code === "INTERNAL_SERVER_ERROR") {
    log.error({ err: cause, requestId: ctx.requestId }, "a console call failed");
  }
  return result;
});

/** A cookie alone never authorises a change: it must come from a page of ours (fault case 16). */
const fromOwnPage = t.middleware(({ next, ctx, type }) => {
  if (type === "mutation" && !isOwnOrigin(ctx.headers, runtime().env.publicUrl)) {
    throw new Refusal("forbidden", "Changes are taken from this console's own pages only.");
  }
  return next();
});

const NO_ORG = "You belong to no organization any more. Ask an owner of one for an invitation.";

const signedIn = t.middleware(async ({ next, ctx }) => {
  if (!ctx.session) {
    const isSomebody = (await findPerson(ctx.headers)) !== undefined;
    throw new Refusal("unauthorized", isSomebody ? NO_ORG : "Your session has ended; sign in again.");
  }
  return next({ ctx: { ...ctx, session: ctx.session } });
});

export const publicProcedure = t.procedure.use(mapped).use(fromOwnPage);
export const protectedProcedure = publicProcedure.use(signedIn);
