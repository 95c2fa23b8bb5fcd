import { describe, expect, it } from "vitest";
import { inWords, sum, tallyPlaywright, tallyVitest } from "./tally.mjs";

describe("the sum of the runners", () => {
  it("takes vitest's numbers", () => {
    const report = { numPassedTests: 5, numFailedTests: 2, numPendingTests: 1, numTodoTests: 1, testResults: [] };
    expect(tallyVitest(report, 1)).toEqual({ passed: 5, failed: 2, skipped: 2 });
  });

  it("counts a file that could not be loaded", () => {
    const testResults = [
      { status: "failed", assertionResults: [] },
      { status: "passed", assertionResults: [{}] },
    ];
    expect(tallyVitest({ numPassedTests: 1, numFailedTests: 0, testResults }, 1)).toMatchObject({
      passed: 1,
      failed: 1,
    });
  });

  it("takes Playwright's numbers; a flaky test is no pass, an error outside a test is a failure", () => {
    const stats = { expected: 4, unexpected: 1, flaky: 1, skipped: 3 };
    expect(tallyPlaywright({ stats, errors: [{}] }, 1)).toEqual({ passed: 4, failed: 3, skipped: 3 });
  });

  it.each([
    ["no report", undefined, 0],
    ["nothing ran", { numPassedTests: 0, numFailedTests: 0 }, 0],
    ["all skipped", { numPassedTests: 0, numFailedTests: 0, numPendingTests: 4 }, 0],
    ["all passed, then a crash", { numPassedTests: 9, numFailedTests: 0 }, 1],
  ])("is a failure when there is none to see: %s", (_, report, exitCode) => {
    expect(tallyVitest(report, exitCode).failed).toBe(1);
  });

  it("is told in one line", () => {
    const total = sum([
      { passed: 2, failed: 0, skipped: 0 },
      { passed: 3, failed: 1, skipped: 0 },
    ]);
    expect(inWords(total)).toBe("5 passed, 1 failed");
    expect(inWords({ ...total, skipped: 2 })).toBe("5 passed, 1 failed, 2 skipped");
  });
});
