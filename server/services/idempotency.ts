import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";
import { transact } from "@/db/client";
import { beginIdempotent, finishIdempotent, type KeptAnswer } from "@/db/queries/idempotency";
import { Refusal } from "@/server/domain/errors";
import type { Context } from "./shared/context";

export interface OnceOnly {
  /** The caller's Idempotency-Key. */
  key: string;
  /** What makes two requests the same: call, path and body. */
  request: unknown;
  /** The caller's own secret: what is kept can be read by nobody who doesn't send it again. */
  secret: string;
  status: number;
  /** Throws where the caller could not make the call now: nothing of what is kept is for her then. */
  authorize: (ctx: Context) => Promise<void>;
}

export interface Outcome {
  answer: unknown;
  status: number;
  replayed: boolean;
}

const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const sealKey = (once: OnceOnly) =>
  Buffer.from(hkdfSync("sha256", once.secret, once.key, "holdfast idempotent answer", 32));

function seal(once: OnceOnly, answer: unknown): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, sealKey(once), nonce);
  const sealed = Buffer.concat([cipher.update(JSON.stringify(answer ?? null), "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

function unseal(once: OnceOnly, kept: Buffer): unknown {
  const decipher = createDecipheriv(CIPHER, sealKey(once), kept.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(kept.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const plain = Buffer.concat([decipher.update(kept.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  return JSON.parse(plain.toString("utf8"));
}

/** JSON with names in order: two spellings of one body are one body. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(([name, inner]) => [name, canonical(inner)]);
}

function replay(once: OnceOnly, hash: Buffer, kept: KeptAnswer): Outcome {
  if (!kept.requestHash.equals(hash)) {
    throw new Refusal("idempotency_mismatch", "This Idempotency-Key was used with another request; use a new one.");
  }
  return { answer: unseal(once, kept.answer), status: kept.status, replayed: true };
}

/**
 * Carries out a request once for a caller and key; the same again within 24 hours gets the first successful answer.
 * The key's row is written in the transaction of the change: both are kept or neither, refusals leave nothing, and of
 * two requests at once the second waits for the first (contract, section 7, "Idempotency-Key").
 */
export function onceOnly(ctx: Context, once: OnceOnly, run: (ctx: Context) => Promise<unknown>): Promise<Outcome> {
  const hash = createHash("sha256")
    .update(JSON.stringify(canonical(once.request)))
    .digest();
  const id = { callerId: ctx.actor.id, key: once.key };
  return transact(ctx.db, async (trx) => {
    const kept = await beginIdempotent(trx, id, hash);
    const inner = { ...ctx, trx };
    if (kept) {
      await once.authorize(inner);
      return replay(once, hash, kept);
    }
    const answer = await run(inner);
    await finishIdempotent(trx, id, once.status, seal(once, answer));
    return { answer, status: once.status, replayed: false };
  });
}
