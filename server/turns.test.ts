import { setImmediate as nextRound } from "node:timers/promises";
import { expect, test } from "vitest";
import { Turns } from "./turns";

test("a few begin at once, the others in the rounds that follow, in order and once each", async () => {
  const turns = new Turns();
  const begun: number[] = [];
  for (let each = 0; each < 20; each += 1) turns.begin(() => begun.push(each));
  expect(begun).toHaveLength(8);
  await nextRound();
  expect(begun).toHaveLength(16);
  // Who comes meanwhile waits behind those who wait already.
  turns.begin(() => begun.push(20));
  await nextRound();
  expect(begun).toEqual(Array.from({ length: 21 }, (_, each) => each));
});

test("one who comes alone never waits", async () => {
  const turns = new Turns();
  let begun = 0;
  for (let round = 1; round <= 30; round += 1) {
    turns.begin(() => {
      begun += 1;
    });
    expect(begun).toBe(round);
    await nextRound();
  }
});
