import { randomBytes } from "node:crypto";
import { connect, type Database, type Trx } from "@/db/client";
import { insertOrg } from "@/db/testing/seed";
import { createTestDatabase } from "@/db/testing/test-database";
import { Refusal } from "@/server/domain/errors";
import { PERMISSIONS } from "@/server/domain/permissions";
import type { Context } from "../shared/context";
import { installFakeClock } from "./fake-clock";

/** A database of the suite's own, and contexts to call services with, in a transaction or without. */
export interface Market {
  db: Database;
  /** As the owner of the tables, who can set the fake clock. */
  owner: Database;
  platform: string;
  org(name?: string): Promise<string>;
  /** Calls as a key of that org with every permission. */
  as(orgId: string, trx?: Trx): Context;
  close(): Promise<void>;
}

const cursorKey = randomBytes(32);

export interface MarketOptions {
  connections?: number;
  /** By a clock that stands still until it is set; by the real one otherwise. */
  fakeClock?: boolean;
}

export async function openMarket(label: string, options: MarketOptions = {}): Promise<Market> {
  const database = await createTestDatabase(label);
  const connectionString = options.fakeClock ? await installFakeClock(database) : database.appUrl;
  const db = connect({ connectionString, max: options.connections ?? 16 });
  const owner = connect({ connectionString: database.url, max: 2 });
  const platform = await insertOrg(db, { name: "platform", isPlatform: true });
  return {
    db,
    owner,
    platform,
    org: (name) => insertOrg(db, name === undefined ? {} : { name }),
    as: (orgId, trx) => ({
      db,
      trx,
      actor: {
        type: "key",
        id: `key_of_${orgId}`,
        name: "test",
        orgId,
        orgName: orgId,
        isPlatform: orgId === platform,
        permissions: new Set(PERMISSIONS),
      },
      requestId: "req_test",
      cursorKey,
    }),
    async close() {
      await Promise.all([db.destroy(), owner.destroy()]);
      await database.drop();
    },
  };
}

/** The code of the refusal that a call ends in; undefined where it succeeds. */
export async function refusal(call: Promise<unknown>): Promise<string | undefined> {
  try {
    await call;
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}
