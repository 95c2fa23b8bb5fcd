import { sql } from "kysely";
import type { Database, Trx } from "../client";

export interface KeptAnswer {
  requestHash: Buffer;
  status: number;
  answer: Buffer;
}

interface Id {
  callerId: string;
  key: string;
}

/**
 * Claims a key for this transaction; undefined when it was free or older than 24 hours. Where a request with the same
 * key is under way, waits for its end: its answer is returned, or if it failed the key is free.
 */
export async function beginIdempotent(trx: Trx, id: Id, requestHash: Buffer): Promise<KeptAnswer | undefined> {
  const claimed = await sql`
    insert into idempotent_answers as i (caller_id, key, request_hash) values (${id.callerId}, ${id.key}, ${requestHash})
    on conflict (caller_id, key) do update
      set request_hash = excluded.request_hash, status = null, answer = null, created_at = now()
      where i.created_at < now() - interval '24 hours'
    returning 1`.execute(trx);
  if (claimed.rows.length > 0) return undefined;
  const kept = await sql<KeptAnswer>`
    select request_hash as "requestHash", status, answer from idempotent_answers
    where caller_id = ${id.callerId} and key = ${id.key}`.execute(trx);
  return kept.rows[0];
}

export async function finishIdempotent(trx: Trx, id: Id, status: number, answer: Buffer): Promise<void> {
  await trx
    .updateTable("idempotent_answers")
    .set({ status, answer })
    .where("caller_id", "=", id.callerId)
    .where("key", "=", id.key)
    .execute();
}

/** Few enough that no statement runs into its time limit, however many there are. */
const AT_ONCE = 5_000;

/** Forgets answers that are past their 24 hours. Those that another process forgets just now are left to it. */
export async function forgetIdempotent(db: Database, atOnce = AT_ONCE): Promise<void> {
  for (let forgotten = atOnce; forgotten >= atOnce; ) {
    const result = await sql`
      delete from idempotent_answers where (caller_id, key) in (
        select caller_id, key from idempotent_answers where created_at < now() - interval '24 hours'
        limit ${atOnce} for update skip locked)`.execute(db);
    forgotten = Number(result.numAffectedRows ?? 0n);
  }
}
