import { expectSound } from "../fixtures/database";
import { expect, test } from "../fixtures/world";
import { check } from "../races/check";
import { drive, historyOf, openArena } from "../races/drive";

test("a race of many clients at two processes leaves a history that the contract explains", async ({ world }) => {
  test.setTimeout(180_000);
  const arenas = [await openArena(world), await openArena(world)];
  const servers = world.servers.map((server) => server.url);
  const seed = Date.now() % 1_000_000;
  await drive({ arenas, servers, clients: 12, calls: 1_200, seed });
  const histories = await Promise.all(arenas.map((arena) => historyOf(world, arena)));
  for (const [index, { initial, node }] of arenas.entries()) {
    expect(check(histories[index]!, initial), `seed ${seed}`).toEqual([]);
    await expectSound(world, node.id);
  }
  const changes = histories.flatMap((history) => history.trail).length;
  expect(changes, "the race was one").toBeGreaterThan(60);
});
