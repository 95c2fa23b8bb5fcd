import {
  type Database,
  type Decision,
  type Executor,
  type Trx,
  together,
  transact,
  transactDecision,
} from "@/db/client";
import type { Scope } from "@/db/queries/scope";
import type { Actor } from "@/server/domain/actor";

/** What every service verb gets beside its input. */
export interface Context {
  db: Database;
  /** Set where the call is part of a larger transaction; everything that it writes belongs into that one. */
  trx?: Trx | undefined;
  actor: Actor;
  requestId: string;
  /** Where the request came from, for the audit trail. */
  source?: string | undefined;
  /** Signs cursors; the same in every process of an installation. */
  cursorKey: Buffer;
}

export const scopeOf = (ctx: Context): Scope => ({ orgId: ctx.actor.orgId, isPlatform: ctx.actor.isPlatform });

/** Runs a write in the transaction that the call is part of, or in one of its own. */
export function mutate<T>(ctx: Context, work: (trx: Trx) => Promise<T>): Promise<T> {
  return ctx.trx ? work(ctx.trx) : transact(ctx.db, work);
}

/**
 * Runs a write that is decided on what it reads, and made at the end: by itself in one round trip with its commit, or in
 * the transaction that the call is part of.
 */
export async function decide<T>(ctx: Context, work: (trx: Trx) => Promise<Decision<T>>): Promise<T> {
  if (!ctx.trx) return transactDecision(ctx.db, work);
  const { writes, answer } = await work(ctx.trx);
  await together(ctx.trx, writes);
  return answer;
}

export const reader = (ctx: Context): Executor => ctx.trx ?? ctx.db;
