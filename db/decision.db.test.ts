import { type CompiledQuery, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connect, type Database, together, transact, transactDecision } from "./client";
import { insertOrg } from "./testing/seed";
import { createTestDatabase, type TestDatabase } from "./testing/test-database";

describe("writes that go out with their commit", () => {
  let database: TestDatabase;
  let db: Database;
  /** What was sent, and what has ended, in the order of both. */
  let events: string[] = [];
  let commits = 0;
  beforeAll(async () => {
    database = await createTestDatabase("decision");
    // One connection: what a transaction leaves behind is found by the next.
    db = connect({
      connectionString: database.appUrl,
      max: 1,
      onCommit: () => (commits += 1),
      onStatement: (text) => {
        const word = text.trim().split(/\s/, 1)[0];
        events.push(`${word}…`);
        return () => void events.push(`${word} ended`);
      },
    });
  });
  afterAll(async () => {
    await db.destroy();
    await database.drop();
  });

  const lock = (id: string) => sql`select name from orgs where id = ${id} for no key update`;
  const rename = (id: string, name: string) => sql`update orgs set name = ${name} where id = ${id}`.compile(db);
  const nameOf = async (id: string) => (await sql<{ name: string }>`${lock(id)}`.execute(db)).rows[0]?.name;
  const failing = (code: string) =>
    sql.raw(`do $$ begin raise exception 'on purpose' using errcode = '${code}'; end $$`).compile(db);

  /** No transaction is open on the connection, and it takes the next one. */
  async function expectClean(): Promise<void> {
    const id = await insertOrg(db, { name: "before" });
    await transact(db, (trx) => trx.executeQuery(rename(id, "after")));
    expect(await nameOf(id)).toBe("after");
  }

  it("commits them, and sends the commit once, without waiting for them", async () => {
    const id = await insertOrg(db, { name: "old" });
    [events, commits] = [[], 0];
    const answer = await transactDecision(db, async (trx) => {
      const { rows } = await sql<{ name: string }>`${lock(id)}`.execute(trx);
      return { writes: [rename(id, "new"), rename(id, "newer")], answer: rows[0]?.name };
    });
    expect([answer, commits]).toEqual(["old", 1]);
    expect(events.slice(4)).toEqual([
      ...["update…", "update…", "commit…"],
      ...["update ended", "update ended", "commit ended"],
    ]);
    expect(await nameOf(id)).toBe("newer");
    await expectClean();
  });

  it("gives the lock back with them, not before", async () => {
    const id = await insertOrg(db, { name: "0" });
    const several = connect({ connectionString: database.appUrl, max: 8 });
    try {
      const increment = () =>
        transactDecision(several, async (trx) => {
          const read = sql<{ name: string }>`select name from orgs where id = ${id}`.compile(trx);
          const [, [row]] = await together<[unknown, { name: string }]>(trx, [lock(id).compile(trx), read]);
          return { writes: [rename(id, String(Number(row?.name) + 1))], answer: row?.name };
        });
      const answers = await Promise.all(Array.from({ length: 60 }, increment));
      expect(new Set(answers).size).toBe(60);
      expect(await nameOf(id)).toBe("60");
    } finally {
      await several.destroy();
    }
  });

  const cases: [string, (id: string) => CompiledQuery[]][] = [
    ["the first", (id) => [failing("23P01"), rename(id, "new")]],
    ["one in the middle", (id) => [rename(id, "new"), failing("23P01"), rename(id, "newer")]],
    ["the last", (id) => [rename(id, "new"), failing("23P01")]],
  ];
  it.each(cases)("keeps nothing where %s fails, and says so", async (_, writes) => {
    const id = await insertOrg(db, { name: "old" });
    commits = 0;
    const decided = transactDecision(db, async (trx) => {
      await lock(id).execute(trx);
      return { writes: writes(id), answer: "done" };
    });
    await expect(decided).rejects.toMatchObject({ code: "23P01" });
    expect([await nameOf(id), commits]).toEqual(["old", 0]);
    await expectClean();
  });

  const unsendable = {
    toPostgres() {
      throw new Error("has no text");
    },
  };
  it.each([
    ["the first", (id: string) => [sql`select ${unsendable}`.compile(db), rename(id, "new")]],
    ["the last", (id: string) => [rename(id, "new"), sql`select ${unsendable}`.compile(db)]],
  ])("keeps nothing where %s can't even be sent, which the database doesn't know", async (_, writes) => {
    const id = await insertOrg(db, { name: "old" });
    // A statement is prepared by its second time.
    for (let round = 0; round < 3; round += 1) {
      commits = 0;
      const decided = transactDecision(db, async (trx) => {
        await lock(id).execute(trx);
        return { writes: writes(id), answer: "done" };
      });
      await expect(decided).rejects.toThrow("has no text");
      expect([await nameOf(id), commits]).toEqual(["old", 0]);
      await expectClean();
    }
  });

  it("keeps nothing where only the commit fails", async () => {
    const id = await insertOrg(db, { name: "old" });
    const owner = connect({ connectionString: database.url, max: 1 });
    try {
      // What is checked at the commit and not before.
      await sql`create table deferred (id int primary key deferrable initially deferred)`.execute(owner);
      await sql`grant all on deferred to public`.execute(owner);
      commits = 0;
      const twice = sql`insert into deferred values (1), (1)`.compile(db);
      const decided = transactDecision(db, async (trx) => {
        await lock(id).execute(trx);
        return { writes: [rename(id, "new"), twice], answer: "done" };
      });
      await expect(decided).rejects.toMatchObject({ code: "23505" });
      expect([await nameOf(id), commits]).toEqual(["old", 0]);
      await expectClean();
    } finally {
      await owner.destroy();
    }
  });

  it("undoes what was done before where the decision itself fails", async () => {
    const id = await insertOrg(db, { name: "old" });
    const decided = transactDecision(db, async (trx) => {
      await trx.executeQuery(rename(id, "new"));
      throw new Error("no decision");
    });
    await expect(decided).rejects.toThrow("no decision");
    expect(await nameOf(id)).toBe("old");
    await expectClean();
  });

  it("decides anew where the database says that doing so may help", async () => {
    const id = await insertOrg(db, { name: "old" });
    let attempts = 0;
    const answer = await transactDecision(db, async (trx) => {
      attempts += 1;
      await lock(id).execute(trx);
      return { writes: attempts < 3 ? [failing("40001")] : [rename(id, "new")], answer: attempts };
    });
    expect([answer, await nameOf(id)]).toEqual([3, "new"]);
    await expectClean();
  });

  it("takes a decision to write nothing, and one that has read nothing", async () => {
    const id = await insertOrg(db, { name: "old" });
    await transactDecision(db, async (trx) => {
      await lock(id).execute(trx);
      return { writes: [], answer: undefined };
    });
    await expectClean();
    await transactDecision(db, async () => ({ writes: [], answer: undefined }));
    await expectClean();
    await transactDecision(db, async () => ({ writes: [rename(id, "new")], answer: undefined }));
    expect(await nameOf(id)).toBe("new");
    await expectClean();
  });
});
