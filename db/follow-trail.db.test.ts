import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { announcer } from "./announce";
import { connect, type Database, transact } from "./client";
import { followTrail, type TrailChange } from "./follow-trail";
import { createTestDatabase, type TestDatabase } from "./testing/test-database";

describe("following the trail", () => {
  let database: TestDatabase;
  let db: Database;
  const heard: string[] = [];
  let gaps = 0;
  let stop: () => void;

  const entry = (action: string, outcome = "done") => sql`
    insert into audit_entries (at, actor_type, actor_id, actor_name, org_id, action, outcome, request_id)
    values (now(), 'key', 'key_1', 'Somebody', 'org_1', ${action}, ${outcome}, 'req_1')`;
  const until = (...actions: string[]) =>
    vi.waitFor(() => expect(heard.splice(0)).toEqual(actions), { timeout: 10_000, interval: 200 });

  beforeAll(async () => {
    database = await createTestDatabase("follow");
    db = connect({ connectionString: database.appUrl, max: 4 });
    await entry("before").execute(db);
    stop = followTrail({
      connectionString: database.appUrl,
      onChange: ({ action }: TrailChange) => heard.push(action),
      onGap: () => {
        gaps += 1;
      },
      onError: () => undefined,
    });
    await vi.waitFor(
      async () => {
        await entry("opened").execute(db);
        expect(heard).toContain("opened");
      },
      { timeout: 10_000, interval: 200 },
    );
  });
  afterAll(async () => {
    stop();
    await db.destroy();
    await database.drop();
  });

  const settled = async () => {
    await entry("settled").execute(db);
    await vi.waitFor(() => expect(heard.at(-1)).toBe("settled"), { timeout: 10_000, interval: 50 });
    heard.length = 0;
  };

  it("says when it has begun, since something may have been missed before", () => {
    expect(gaps).toBe(1);
  });

  it("tells of nothing that was there before, nor of what was refused", async () => {
    expect(heard).not.toContain("before");
    await settled();
    await entry("refused", "refused").execute(db);
    await entry("done").execute(db);
    await until("done");
  });

  it("hears of a change that commits after later ones", async () => {
    let [commit, begun]: [() => void, () => void] = [() => undefined, () => undefined];
    const mayCommit = new Promise<void>((resolve) => {
      commit = resolve;
    });
    const isWritten = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const slow = transact(db, async (trx) => {
      await entry("slow").execute(trx);
      begun();
      await mayCommit;
    });
    await isWritten;
    await entry("quick").execute(db);
    await until("quick");
    commit();
    await slow;
    await until("slow");
  });

  it("is woken by who has committed, and doesn't wait until it looks by itself", async () => {
    const announce = announcer(db);
    const woken: string[] = [];
    let isOpen = false;
    const stopped = followTrail({
      connectionString: database.appUrl,
      onChange: ({ action }) => woken.push(action),
      onGap: () => {
        isOpen = true;
      },
      onError: () => undefined,
      everyMs: 3_600_000,
    });
    try {
      await vi.waitFor(() => expect(isOpen).toBe(true), { timeout: 10_000, interval: 50 });
      for (const action of ["one", "two", "three"]) {
        await entry(action).execute(db);
        announce();
      }
      await vi.waitFor(() => expect(woken).toEqual(["one", "two", "three"]), { timeout: 10_000, interval: 20 });
    } finally {
      stopped();
    }
  });

  it("comes back when its connection is cut, and says that something may have been missed", async () => {
    const before = gaps;
    const owner = new pg.Client({ connectionString: database.url });
    await owner.connect();
    await owner.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'holdfast events' and datname = current_database()`);
    await owner.end();
    await vi.waitFor(() => expect(gaps).toBe(before + 1), { timeout: 10_000, interval: 50 });
    await settled();
    await entry("after").execute(db);
    await until("after");
  });
});
