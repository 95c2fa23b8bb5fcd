import fc from "fast-check";
import { afterAll, beforeAll, describe, it } from "vitest";
import { storyOf } from "./testing/model/stories";
import { openStage, play, type Stage } from "./testing/model/story";

const LONG = process.env.HOLDFAST_LONG === "1";

describe("any story told to the product and to a slow, obvious model of the contract", () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage.close());

  it(
    "ends the same",
    async () => {
      await fc.assert(
        fc.asyncProperty(storyOf(LONG ? 36 : 24), (story) => play(stage, story)),
        LONG ? { numRuns: 2000 } : { numRuns: 40, interruptAfterTimeLimit: 35_000 },
      );
    },
    LONG ? 10_800_000 : 300_000,
  );
});
