import { nodeOfWorkload } from "@/db/queries/workloads";
import type { AuditAction, Operation } from "@/server/contract/operation";
import { type OperationId, operations } from "@/server/contract/operations";
import { MAX_NAME } from "@/server/contract/text";
import type { Refusal } from "@/server/domain/errors";
import { authorize, type PathParams, permit } from "./authorize";
import { services } from "./registry";
import { recordOrgRefusal, recordRefusal } from "./shared/audit";
import type { Context } from "./shared/context";
import { refusalOf } from "./shared/database-errors";

type Input = Readonly<Record<string, unknown>>;

const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
/** What could be an id of ours: a path may hold more than an index of the trail takes. */
const idText = (value: unknown): string | undefined => {
  const given = text(value);
  return given !== undefined && given.length <= MAX_NAME ? given : undefined;
};
const ids = (value: unknown): string[] | undefined =>
  Array.isArray(value) && value.every((each) => typeof each === "string") ? value : undefined;

/** Codes that say something about the installation and nothing about the attempt. */
const NO_REFUSAL = new Set(["unavailable", "internal", "rate_limited", "unauthorized"]);

/** The node that an attempt is about: the one in its path, or that of the workload there. */
async function nodeOf(ctx: Context, input: Input): Promise<string | undefined> {
  const workloadId = text(input.workloadId);
  if (workloadId === undefined) return text(input.nodeId);
  // No workload, no node: what follows is done all the same, so that its time tells nothing.
  return (await nodeOfWorkload(ctx.db, workloadId)) ?? "";
}

/** The same where the attempt is about an org's keys and not about a node. */
async function trailOrgRefusal(ctx: Context, action: AuditAction, input: Input, refusal: Refusal): Promise<void> {
  const orgId = text(input.orgId);
  if (orgId === undefined || !action.startsWith("apikey.")) return;
  const reason = `${idText(input.keyId) ?? text(input.name) ?? "a key"} of ${orgId}`;
  await recordOrgRefusal({ ...ctx, trx: undefined }, { action, reason }, orgId, refusal.code);
}

/** Leaves a trail of a refused attempt at a change, where the caller may see the node (contract, section 8). */
async function trailRefusal(ctx: Context, op: Operation, input: Input, refusal: Refusal): Promise<void> {
  if (!op.action || input.dryRun === true || NO_REFUSAL.has(refusal.code)) return;
  const nodeId = await nodeOf(ctx, input);
  if (nodeId === undefined) return trailOrgRefusal(ctx, op.action, input, refusal);
  await recordRefusal(
    { ...ctx, trx: undefined },
    {
      action: op.action,
      nodeId,
      reservationId: idText(input.reservationId),
      unitIds: ids(input.unitIds),
      reason: text(input.reason) ?? idText(input.workloadId),
    },
    refusal.code,
  );
}

async function refused(ctx: Context, op: Operation, input: Input, error: unknown): Promise<never> {
  const refusal = refusalOf(error);
  if (!refusal) throw error;
  await trailRefusal(ctx, op, input, refusal);
  throw refusal;
}

/** How a call is carried out: as it is, or once only under an idempotency key. */
export type Carry = (run: (ctx: Context) => Promise<unknown>) => Promise<unknown>;

/**
 * Carries out a call of the operation table for a caller: REST, console and tests all come through here. Throws a
 * Refusal for whatever the caller may know of; anything else that it throws is a fault of ours.
 */
export async function perform(ctx: Context, id: OperationId, input: Input, carry?: Carry): Promise<unknown> {
  const op: Operation = operations[id];
  const service = services[id] as (ctx: Context, input: Input) => Promise<unknown>;
  try {
    permit(ctx, op);
    return carry ? await carry((inner) => service(inner, input)) : await service(ctx, input);
  } catch (error) {
    return refused(ctx, op, input, error);
  }
}

/** Refuses a request that is malformed: with 404 or 403 where the caller may not make the call at all. */
export async function refuseMalformed(
  ctx: Context,
  id: OperationId,
  params: PathParams,
  problem: Refusal,
): Promise<never> {
  const op: Operation = operations[id];
  try {
    await authorize(ctx, op, params);
    throw problem;
  } catch (error) {
    return refused(ctx, op, params, error);
  }
}
