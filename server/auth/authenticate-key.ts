import type { Database } from "@/db/client";
import { findKey, type KeyRow, touchKey } from "@/db/queries/callers";
import { hashKey } from "@/server/api-key-secret";
import type { Actor } from "@/server/domain/actor";
import { Refusal } from "@/server/domain/errors";
import { keyPermissions, type Permission } from "@/server/domain/permissions";

const BEARER = /^Bearer ([\x21-\x7e]{1,1000})$/i;

/** One answer for a key that is missing, malformed, unknown, expired or revoked. */
const unauthorized = () =>
  new Refusal("unauthorized", "Send a valid API key in the header: Authorization: Bearer vl_….");

function toActor(row: KeyRow): Actor {
  const maker = row.personal ? ({ person: true, role: row.makerRole } as const) : ({ person: false } as const);
  return {
    type: "key",
    id: row.keyId,
    name: row.keyName,
    orgId: row.orgId,
    orgName: row.orgName,
    isPlatform: row.isPlatform,
    permissions: new Set(keyPermissions(row.permissions as Permission[], maker)),
  };
}

export interface KeyCaller {
  actor: Actor;
  /** The key itself: seals answers that must not be kept in the clear. */
  token: string;
}

/**
 * Turns an Authorization header into an Actor, with the one lookup of the request. Nothing is cached: what was revoked
 * or taken away is gone with the next request, in every process (contract, section 3).
 */
export async function authenticateKey(db: Database, header: string | undefined): Promise<KeyCaller> {
  const token = BEARER.exec(header ?? "")?.[1];
  if (!token?.startsWith("vl_")) throw unauthorized();
  const row = await findKey(db, hashKey(token));
  if (!row) throw unauthorized();
  // At most once a minute and not awaited: being used is no reason to wait for a write, nor to fail by one.
  if (row.stale) touchKey(db, row.keyId).catch(() => undefined);
  return { actor: toActor(row), token };
}
