import { type AddressInfo, createServer, connect as reach, type Socket } from "node:net";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BusyError, connect, type Database, sqlState, together, transact } from "./client";
import { LateError, underDeadline } from "./deadline";
import { insertOrg } from "./testing/seed";
import { createTestDatabase, type TestDatabase } from "./testing/test-database";

describe("the database client", () => {
  let database: TestDatabase;
  let db: Database;
  beforeAll(async () => {
    database = await createTestDatabase("client");
    db = connect({ connectionString: database.appUrl, max: 4 });
  });
  afterAll(async () => {
    await db.destroy();
    await database.drop();
  });

  const orgs = async () => (await db.selectFrom("orgs").select("id").execute()).length;
  const failWith = (code: string) =>
    sql.raw(`do $$ begin raise exception 'on purpose' using errcode = '${code}'; end $$`);

  it("speaks UTC and lets no statement hang for ever, whatever the server's own settings", async () => {
    const { rows } = await sql<{ zone: string; statement: string; idle: string }>`
      select current_setting('TimeZone') as zone, current_setting('statement_timeout') as statement,
        current_setting('idle_in_transaction_session_timeout') as idle`.execute(db);
    expect(rows).toEqual([{ zone: "UTC", statement: "15s", idle: "15s" }]);
  });

  it("tells of what is committed, and of nothing that was undone", async () => {
    let commits = 0;
    const told = connect({ connectionString: database.appUrl, max: 1, onCommit: () => (commits += 1) });
    try {
      await transact(told, (trx) => sql`select 1`.execute(trx));
      await expect(transact(told, (trx) => failWith("22023").execute(trx))).rejects.toThrow("on purpose");
      expect(commits).toBe(1);
    } finally {
      await told.destroy();
    }
  });

  it("gives a connection up that has gone silent, and the next one works", async () => {
    let isSilent = false;
    const held: Socket[] = [];
    const { hostname, port } = new URL(database.appUrl);
    const relay = createServer((near) => {
      const far = reach({ host: hostname, port: Number(port) });
      held.push(near, far);
      far.on("data", (chunk) => isSilent || near.write(chunk)).on("error", () => near.destroy());
      near.on("data", (chunk) => far.write(chunk)).on("error", () => far.destroy());
      near.on("close", () => far.destroy());
    });
    await new Promise<void>((resolve) => relay.listen(0, "127.0.0.1", resolve));
    const through = new URL(database.appUrl);
    through.host = `127.0.0.1:${(relay.address() as AddressInfo).port}`;
    const patient = connect({ connectionString: through.href, max: 1, statementMs: 100 });
    const ask = () => sql`select 1`.execute(patient);
    try {
      await ask();
      isSilent = true;
      await expect(transact(patient, async (trx) => sql`select 1`.execute(trx))).rejects.toThrow(/terminated/);
      isSilent = false;
      await expect(ask()).resolves.toBeDefined();
    } finally {
      await patient.destroy();
      for (const socket of held) socket.destroy();
      relay.close();
    }
  });

  it("refuses at once when too many wait, and serves those that wait and those that come later", async () => {
    let refusals = 0;
    const small = connect({
      connectionString: database.appUrl,
      max: 1,
      maxWaiting: 3,
      onBusy: () => {
        refusals += 1;
      },
    });
    try {
      const ask = () => sql`select pg_sleep(0.2)`.execute(small);
      const asked = await Promise.allSettled(Array.from({ length: 10 }, ask));
      const refused = asked.filter((each) => each.status === "rejected");
      expect(refused.map((each) => each.reason)).toEqual(Array(refused.length).fill(expect.any(BusyError)));
      expect([asked.length - refused.length, refusals]).toEqual([4, 6]);
      await expect(ask()).resolves.toBeDefined();
    } finally {
      await small.destroy();
    }
  });

  it("hands out no connection, and lets no statement go on, when the caller's time is up", async () => {
    const small = connect({ connectionString: database.appUrl, max: 1 });
    const ask = () => sql`select 1`.execute(small);
    const soon = { left: () => 100 };
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    try {
      await ask();
      await expect(underDeadline(soon, () => sql`select pg_sleep(60)`.execute(small))).rejects.toThrow(/terminated/);
      await ask();
      const holding = small.connection().execute(() => held);
      await expect(underDeadline(soon, ask)).rejects.toBeInstanceOf(LateError);
      letGo();
      await holding;
      await expect(ask()).resolves.toBeDefined();
    } finally {
      await small.destroy();
    }
  });

  it("makes connections anew that lead to a database which takes no changes any more", async () => {
    const small = connect({ connectionString: database.appUrl, max: 1 });
    const pid = async () => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(small)).rows[0]?.pid;
    try {
      const before = await pid();
      expect(await pid()).toBe(before);
      await sql`set default_transaction_read_only = on`.execute(small);
      await expect(transact(small, (trx) => insertOrg(trx))).rejects.toMatchObject({ code: "25006" });
      expect(await pid()).not.toBe(before);
      await expect(transact(small, (trx) => insertOrg(trx))).resolves.toBeDefined();
    } finally {
      await small.destroy();
    }
  });

  it("commits all of a transaction or nothing", async () => {
    const before = await orgs();
    await transact(db, (trx) => insertOrg(trx));
    const failing = transact(db, async (trx) => {
      await insertOrg(trx);
      throw new Error("after the insert");
    });
    await expect(failing).rejects.toThrow("after the insert");
    expect(await orgs()).toBe(before + 1);
  });

  it.each(["40001", "40P01"])(
    "does the work again where the database says %s, a bounded number of times",
    async (code) => {
      const before = await orgs();
      let attempts = 0;
      await transact(db, async (trx) => {
        attempts += 1;
        await insertOrg(trx);
        if (attempts < 3) await failWith(code).execute(trx);
      });
      expect([attempts, await orgs()]).toEqual([3, before + 1]);
      attempts = 0;
      const hopeless = transact(db, async (trx) => {
        attempts += 1;
        await failWith(code).execute(trx);
      });
      await expect(hopeless).rejects.toMatchObject({ code });
      expect(attempts).toBe(4);
    },
  );

  it("does nothing again that would fail the same way", async () => {
    let attempts = 0;
    const failing = transact(db, async (trx) => {
      attempts += 1;
      await failWith("23505").execute(trx);
    });
    await expect(failing).rejects.toMatchObject({ code: "23505" });
    expect(attempts).toBe(1);
  });

  it("gets two transactions through that deadlock", async () => {
    const [a, b] = [await insertOrg(db), await insertOrg(db)];
    let met: () => void = () => undefined;
    const bothHold = new Promise<void>((resolve) => {
      let holding = 0;
      met = () => {
        holding += 1;
        if (holding === 2) resolve();
      };
    });
    const touch = (first: string, second: string) =>
      transact(db, async (trx) => {
        await sql`update orgs set name = name || '!' where id = ${first}`.execute(trx);
        met();
        await bothHold;
        await sql`update orgs set name = name || '!' where id = ${second}`.execute(trx);
      });
    await Promise.all([touch(a, b), touch(b, a)]);
    const { rows } = await sql<{ name: string }>`select name from orgs where id in (${a}, ${b})`.execute(db);
    expect(rows.map((row) => row.name.endsWith("!!"))).toEqual([true, true]);
  });

  it("sends statements together, and what stands behind a lock sees what its winner saw", async () => {
    const id = await insertOrg(db, { name: "0" });
    const lock = sql`select from orgs where id = ${id} for no key update`;
    const read = sql<{ name: string }>`select name from orgs where id = ${id}`;
    const increment = () =>
      transact(db, async (trx) => {
        const [, [row]] = await together<[unknown, { name: string }]>(trx, [lock.compile(trx), read.compile(trx)]);
        await sql`update orgs set name = ${String(Number(row?.name) + 1)} where id = ${id}`.execute(trx);
      });
    await Promise.all(Array.from({ length: 40 }, increment));
    expect((await read.execute(db)).rows).toEqual([{ name: "40" }]);
  });

  it("sees what is there now with each statement, whatever isolation the database is set to", async () => {
    const stricter = new URL(database.appUrl);
    stricter.searchParams.set("options", "-c default_transaction_isolation=repeatable\\ read");
    const other = connect({ connectionString: stricter.href, max: 2 });
    try {
      const seen = await transact(other, async (trx) => {
        const count = async () => (await trx.selectFrom("orgs").select("id").execute()).length;
        const before = await count();
        await insertOrg(db);
        return (await count()) - before;
      });
      const { rows } = await sql`show default_transaction_isolation`.execute(other);
      expect([seen, rows]).toEqual([1, [{ default_transaction_isolation: "repeatable read" }]]);
    } finally {
      await other.destroy();
    }
  });

  it("throws the first failure of statements sent together, and keeps nothing of them", async () => {
    const before = await orgs();
    const insert = (slug: string) => sql`insert into orgs (id, name, slug) values (${slug}, 'x', ${slug})`;
    const failing = transact(db, (trx) =>
      together(trx, [insert("first").compile(trx), sql`select 1 / 0`.compile(trx), insert("second").compile(trx)]),
    );
    await expect(failing).rejects.toMatchObject({ code: "22012" });
    expect(await orgs()).toBe(before);
  });

  it("keeps a lock for its transaction, also where the lock is the first thing asked", async () => {
    const id = await insertOrg(db);
    const lock = sql`select from orgs where id = ${id} for no key update`;
    await transact(db, async (trx) => {
      await lock.execute(trx);
      const other = transact(db, (second) => sql`${lock} nowait`.execute(second));
      await expect(other).rejects.toMatchObject({ code: "55P03" });
    });
  });

  it("tells the code of a failure, and nothing of what has none", async () => {
    const failure = await sql`select 1 / 0`.execute(db).catch((error: unknown) => error);
    expect(sqlState(failure)).toBe("22012");
    for (const other of [undefined, null, "x", {}, new Error("x"), { code: 5 }])
      expect(sqlState(other)).toBeUndefined();
  });
});
