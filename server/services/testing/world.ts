import { randomUUID } from "node:crypto";
import { connect, type Database } from "@/db/client";
import { insertOrg } from "@/db/testing/seed";
import { createTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import type { AnswerOf, InputOf, Operation } from "@/server/contract/operation";
import { type OperationId, operations } from "@/server/contract/operations";
import { Refusal } from "@/server/domain/errors";
import { PERMISSIONS, type Permission } from "@/server/domain/permissions";
import { perform } from "../perform";
import type { Context } from "../shared/context";
import { installFakeClock, setFakeClock } from "./fake-clock";

/** A migrated database of the suite's own, reached the way the product reaches it. */
export interface World {
  database: TestDatabase;
  /** As the server's own role, by the fake clock. */
  db: Database;
  /** As the owner of the tables: for fixtures and for looking behind the scenes. */
  owner: Database;
  /** Sets the database's clock; it stands still in between. */
  setClock(instant: Date): Promise<void>;
  close(): Promise<void>;
}

export async function openWorld(label: string): Promise<World> {
  const database = await createTestDatabase(label);
  const db = connect({ connectionString: await installFakeClock(database), max: 4 });
  const owner = connect({ connectionString: database.url, max: 2 });
  return {
    database,
    db,
    owner,
    setClock: (instant) => setFakeClock(owner, instant),
    close: async () => {
      await Promise.all([db.destroy(), owner.destroy()]);
      await database.drop();
    },
  };
}

export interface TestOrg {
  id: string;
  name: string;
  isPlatform: boolean;
}

export async function makeOrg(world: World, name: string, isPlatform = false): Promise<TestOrg> {
  return { id: await insertOrg(world.owner, { name, isPlatform }), name, isPlatform };
}

/** A key of an org, with every permission unless said otherwise. */
export function actingFor(
  world: World,
  org: TestOrg,
  permissions: readonly Permission[] = PERMISSIONS,
  requestId = `req_${randomUUID()}`,
): Context {
  return {
    db: world.db,
    actor: {
      type: "key",
      id: `key_of_${org.name}`,
      name: `Key of ${org.name}`,
      orgId: org.id,
      orgName: org.name,
      isPlatform: org.isPlatform,
      permissions: new Set(permissions),
    },
    requestId,
    source: "test",
    cursorKey: Buffer.alloc(32, 7),
  };
}

type Ops = typeof operations;

/** Makes a call as any transport does. The answer must fit its published schema to the letter. */
export async function call<K extends OperationId>(
  ctx: Context,
  id: K,
  input: InputOf<Ops[K]>,
): Promise<AnswerOf<Ops[K]>> {
  const answer = await perform(ctx, id, input as Readonly<Record<string, unknown>>);
  const onTheWire: unknown = answer === undefined ? undefined : JSON.parse(JSON.stringify(answer));
  const op: Operation = operations[id];
  return op.answer.schema.parse(onTheWire) as AnswerOf<Ops[K]>;
}

/** The refusal of a call that must not succeed. */
export async function refusal<K extends OperationId>(ctx: Context, id: K, input: InputOf<Ops[K]>): Promise<Refusal> {
  try {
    await call(ctx, id, input);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error(`${id} was not refused`);
}
