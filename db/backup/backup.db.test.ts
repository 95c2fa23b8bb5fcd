import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type House, openHouse, U } from "@/server/services/testing/house";
import { call } from "@/server/services/testing/world";
import { withClient } from "../embedded/start";
import { listMigrations, migrateDown, migrateUp } from "../migrate";
import { createTestDatabase, type TestDatabase } from "../testing/test-database";
import { restoreBackup } from "./restore";
import { quoted, readTables } from "./tables";
import { takeBackup } from "./take";

/** Every table's rows, in one order, as text. */
const contentOf = (url: string) =>
  withClient(url, async (client) => {
    const content: Record<string, string[]> = {};
    for (const { name } of await readTables(client)) {
      const { rows } = await client.query<{ row: string }>(`select t::text as row from ${quoted(name)} t order by 1`);
      content[name] = rows.map(({ row }) => row);
    }
    return content;
  });

/** What separators, escapes and ends of tables look like when people type them. */
const ODD = 'a\ttab, a\nline, \u2028 and \r, \\N, \\., NULL, {"table":"orgs"} and \\';

async function insertSample(house: House): Promise<void> {
  const nodeId = await house.node();
  const { id } = await house.reserve(nodeId, { unitIds: [U[0], U[1]], reason: ODD });
  const at = { nodeId, reservationId: id };
  await call(house.platform, "releaseUnits", { ...at, unitIds: [U[0]], reason: "Sample" });
  const model = (await house.units(nodeId))[0]?.gpuModelId ?? "";
  const vm = (name: string, tier: "spot" | "community") =>
    call(house.alpha, "createVm", { orgId: house.orgs.alpha.id, name, gpuModelId: model, gpuCount: 1, tier });
  const ended = await vm("ended", "community");
  await vm("runs on", "spot");
  await call(house.alpha, "terminateVm", { workloadId: ended.id });
  await expect(house.reserve(nodeId, { unitIds: [U[1]] })).rejects.toThrow();
  await call(house.platform, "createApiKey", {
    orgId: house.orgs.alpha.id,
    name: "key",
    permissions: ["node.read"],
  });
}

describe("a backup", () => {
  let house: House;
  let source: TestDatabase;
  let folder: string;
  let file: string;
  const made: TestDatabase[] = [];
  const empty = async () => {
    const database = await createTestDatabase("restored");
    made.push(database);
    return database;
  };
  const restore = (url: string, content: Buffer) => restoreBackup(url, Readable.from([content]));
  const backup = () => fs.readFileSync(file);

  beforeAll(async () => {
    house = await openHouse("backup");
    source = house.world.database;
    folder = fs.mkdtempSync(path.join(os.tmpdir(), "holdfast-backup-"));
    file = path.join(folder, "backup.gz");
    await insertSample(house);
    const out = fs.createWriteStream(file);
    await withClient(source.url, (client) => takeBackup(client, out));
    if (!out.closed) await once(out, "close");
  });
  afterAll(async () => {
    await Promise.all(made.map((each) => each.drop()));
    await house.close();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  it("holds rows of the tables that matter", async () => {
    const content = await contentOf(source.url);
    for (const name of ["orgs", "nodes", "reservations", "reservation_units", "workloads", "claims", "audit_entries"]) {
      expect(content[name]?.length, name).toBeGreaterThan(0);
    }
  });

  it("comes back with every row of every table", async () => {
    const { url } = await empty();
    await restore(url, backup());
    expect(await contentOf(url)).toEqual(await contentOf(source.url));
  });

  it("leaves triggers, constraints and counters as they were", async () => {
    const { url } = await empty();
    await restore(url, backup());
    const triggers = (of: string) =>
      withClient(of, async (client) => {
        const sql =
          "select tgrelid::regclass::text, tgname, tgenabled from pg_trigger where not tgisinternal order by 1, 2";
        return (await client.query(sql)).rows;
      });
    expect(await triggers(url)).toEqual(await triggers(source.url));
    await withClient(url, async (client) => {
      const next =
        "insert into audit_entries (at, actor_type, actor_id, actor_name, org_id, action, outcome, request_id)";
      const { rows } = await client.query(
        `${next} values (now(), 'system', 'x', 'x', 'x', 'x', 'done', 'x')
         returning seq = (select max(seq) + 1 from audit_entries) as follows`,
      );
      expect(rows).toEqual([{ follows: true }]);
      await expect(client.query("delete from audit_entries")).rejects.toThrow(/altered or deleted/);
    });
  });

  it("is refused where there is something already, and changes nothing", async () => {
    const before = await contentOf(source.url);
    await expect(restore(source.url, backup())).rejects.toThrow("The database is in use");
    expect(await contentOf(source.url)).toEqual(before);
  });

  it("is refused when it is cut, damaged or no backup, and leaves the database empty", async () => {
    const whole = gunzipSync(backup()).toString();
    const { url } = await empty();
    const before = await contentOf(url);
    const damaged: [string, Buffer, RegExp][] = [
      ["cut in its packing", backup().subarray(0, backup().length - 40), /can't be read to its end/],
      ["cut at a line", gzipSync(whole.slice(0, whole.lastIndexOf("\n", whole.length - 2) + 1)), /cut off/],
      ["one letter changed", gzipSync(whole.replace("Sample", "Simple")), /checksum/],
      ["a row missing", gzipSync(whole.replace(/\n[^\n{]+\n\\\.\n/, "\n\\.\n")), /checksum|damaged/],
      ["not packed", Buffer.from(whole), /can't be read/],
      ["something else", gzipSync("hello\n"), /not a backup/],
      ["a later version's", gzipSync(whole.replace('"version":1', '"version":2')), /newer Holdfast/],
    ];
    for (const [what, content, sentence] of damaged) {
      await expect(restore(url, content), what).rejects.toThrow(sentence);
      expect(await contentOf(url), what).toEqual(before);
    }
  });

  it("of every earlier schema that can hold its rows is brought up to date", async () => {
    const names = (await listMigrations()).map((migration) => migration.name);
    const latest = await contentOf(source.url);
    for (const name of names.slice(names.findIndex((each) => each.startsWith("0006")))) {
      const old = await empty();
      await restore(old.url, backup());
      await migrateDown(old.url, name);
      const then = path.join(folder, name);
      await withClient(old.url, (client) => takeBackup(client, fs.createWriteStream(then)));
      const target = await empty();
      await migrateDown(target.url);
      await restore(target.url, fs.readFileSync(then));
      await migrateUp(old.url);
      const restored = await contentOf(target.url);
      expect(restored, `from ${name}`).toEqual(await contentOf(old.url));
      for (const table of ["nodes", "reservations", "workloads", "audit_entries"]) {
        expect(restored[table], `${table} from ${name}`).toEqual(latest[table]);
      }
    }
  });
});
