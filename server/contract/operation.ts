import { z } from "zod";
import type { ErrorCode } from "../domain/errors";
import type { Permission } from "../domain/permissions";

/**
 * Who may call, beyond holding the permission (contract, section 3). `org` routes answer 403 to strangers, everything
 * else 404.
 */
export type Access =
  /** Any valid key; the service answers with what the caller may see. */
  | "caller"
  /** Keys of the platform org. */
  | "platform"
  /** Keys of the org in the path; the platform org's for every org. */
  | "org"
  /** Platform org, owner of the node, managing org of a live reservation there. */
  | "node.see"
  /** Platform org and owner of the node. */
  | "node.operate"
  /** Platform org alone. */
  | "node.manage"
  | "reservation.see"
  | "reservation.manage"
  | "reservation.release"
  | "reservation.reclaim"
  | "workload.see"
  | "workload.terminate";

/** Actions that leave a trail (contract, section 8). */
export type AuditAction =
  | "reservation.create"
  | "reservation.change"
  | "reservation.cancel"
  | "reservation.reaffirm"
  | "reservation.release"
  | "reservation.reclaim"
  | "node.create"
  | "node.update"
  | "node.inventory"
  | "workload.create"
  | "workload.terminate"
  | "org.create"
  | "apikey.create"
  | "apikey.revoke"
  | "member.role"
  | "member.remove"
  | "member.leave"
  | "member.join"
  | "invitation.create"
  | "invitation.revoke";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export const BODY_LIMIT = 256 * 1024;
export const INVENTORY_BODY_LIMIT = 4 * 1024 * 1024;

export const nothing = z.strictObject({});

interface OperationShape<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType> {
  id: string;
  method: Method;
  /** Path under the origin, parameters in braces: `/v1/nodes/{nodeId}`. */
  path: string;
  tag: string;
  summary: string;
  description?: string;
  /** Undefined: any valid key. */
  permission: Permission | undefined;
  access: Access;
  params: P;
  query: Q;
  /** Undefined: the call takes no body. A body whose fields are all optional may be left out. */
  body?: B;
  bodyLimit?: number;
  answer: { status: 200 | 201 | 204; schema: A };
  /** Refusals beyond those that every call can answer. */
  refusals?: readonly ErrorCode[];
  /** What a refused attempt is called in the audit trail; undefined for calls that change nothing. */
  action?: AuditAction;
  /** The answer carries a secret: it is never stored in the clear. */
  secretAnswer?: boolean;
}

export interface Operation<
  I = unknown,
  A extends z.ZodType = z.ZodType,
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
> extends OperationShape<P, Q, B, A> {
  /** Never set: carries the type of the whole input, path, query and body together. */
  readonly __input?: I;
}

export type InputOf<O> = O extends Operation<infer I> ? I : never;
export type AnswerOf<O> = O extends Operation<infer _I, infer A> ? z.output<A> : never;

// An empty object schema reads as Record<string, never>, which would forbid the fields of the others.
type Fields<S> = S extends z.ZodType ? (z.output<S> extends Record<string, never> ? object : z.output<S>) : object;

/** Declares one call. Path, query and body fields share one namespace: they reach the service as one input. */
export function operation<
  P extends z.ZodType = typeof nothing,
  Q extends z.ZodType = typeof nothing,
  B extends z.ZodType = typeof nothing,
  A extends z.ZodType = z.ZodType,
>(
  shape: Omit<OperationShape<P, Q, B, A>, "params" | "query"> & { params?: P; query?: Q },
): Operation<Fields<P> & Fields<Q> & Fields<B>, A, P, Q, B> {
  return { params: nothing as unknown as P, query: nothing as unknown as Q, ...shape };
}
