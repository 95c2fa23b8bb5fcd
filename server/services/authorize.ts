import { findNode } from "@/db/queries/nodes";
import { findReservation } from "@/db/queries/reservations";
import type { Access, Operation } from "@/server/contract/operation";
import { forbidden, notFound } from "@/server/domain/errors";
import { type Context, reader, scopeOf } from "./shared/context";
import { requireOrg } from "./shared/org-access";
import { findWorkloadFor } from "./shared/workload";

export type PathParams = Readonly<Record<string, string>>;

/** Refuses a caller who lacks the permission: 403 on org routes, elsewhere the one 404 (contract, section 3). */
export function permit(ctx: Context, op: Operation): void {
  const holds = op.permission === undefined || ctx.actor.permissions.has(op.permission);
  const isOrgRoute = op.path.startsWith("/v1/orgs");
  if (!holds || (op.access === "platform" && !ctx.actor.isPlatform)) throw isOrgRoute ? forbidden() : notFound();
}

type Reach = (ctx: Context, params: PathParams) => Promise<unknown>;

async function required<T>(found: Promise<T | undefined>): Promise<T> {
  const value = await found;
  if (value === undefined) throw notFound();
  return value;
}

const node =
  (access: "see" | "operate" | "manage"): Reach =>
  (ctx, params) =>
    required(findNode(reader(ctx), params.nodeId ?? "", access, scopeOf(ctx)));

const reservation =
  (access: "see" | "manage" | "release" | "reclaim"): Reach =>
  (ctx, params) =>
    required(findReservation(reader(ctx), params.nodeId ?? "", params.reservationId ?? "", access, scopeOf(ctx)));

const workload =
  (access: "see" | "terminate") =>
  (ctx: Context, params: PathParams, op: Operation): Promise<unknown> =>
    findWorkloadFor(ctx, reader(ctx), op.path.startsWith("/v1/pods") ? "pod" : "vm", params.workloadId ?? "", access);

const REACH: Record<Access, (ctx: Context, params: PathParams, op: Operation) => Promise<unknown>> = {
  caller: async () => undefined,
  platform: async () => undefined,
  org: (ctx, params) => requireOrg(ctx, reader(ctx), params.orgId ?? ""),
  "node.see": node("see"),
  "node.operate": node("operate"),
  "node.manage": node("manage"),
  "reservation.see": reservation("see"),
  "reservation.manage": reservation("manage"),
  "reservation.release": reservation("release"),
  "reservation.reclaim": reservation("reclaim"),
  "workload.see": workload("see"),
  "workload.terminate": workload("terminate"),
};

/**
 * Whether the caller may make this call on what its path names; throws 404 or 403. For requests that are refused
 * before their service runs (a malformed body): a stranger must not learn from a 400 that something exists.
 */
export async function authorize(ctx: Context, op: Operation, params: PathParams): Promise<void> {
  permit(ctx, op);
  await REACH[op.access](ctx, params, op);
}
