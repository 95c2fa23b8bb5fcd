import { expect, test } from "../fixtures/world";
import { fuzzConsole } from "../fuzz/console";
import { ApiDocument } from "../fuzz/document";
import { fuzz } from "../fuzz/fuzz";
import { targetIn } from "../fuzz/target";

test("whatever is sent, every answer is one that the published document describes", async ({ world }) => {
  test.setTimeout(180_000);
  const target = await targetIn(world);
  const document = await ApiDocument.of(target.url);
  const seed = Date.now() % 1_000_000;
  const { found, byStatus } = await fuzz(document, target, 1_200, seed);
  expect(found, `seed ${seed}`).toEqual([]);
  for (const status of [200, 201, 400, 401, 404]) expect(byStatus[status], `answers with ${status}`).toBeGreaterThan(0);
  expect((await fetch(`${target.url}/ready`)).status).toBe(200);
});

test("whatever a page's door is sent, no answer is a fault of ours", async ({ world }) => {
  test.setTimeout(180_000);
  const target = await targetIn(world);
  const seed = Date.now() % 1_000_000;
  const { found, byStatus } = await fuzzConsole(world, target, 1_000, seed);
  expect(found, `seed ${seed}`).toEqual([]);
  for (const status of [200, 400, 401, 404]) expect(byStatus[status], `answers with ${status}`).toBeGreaterThan(0);
});
