/** Sums what the runners' own reports say; a runner that crashed, or ran nothing, is a failure of its own. */

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Tally
 * @typedef {{ numPassedTests?: number, numFailedTests?: number, numPendingTests?: number, numTodoTests?: number,
 *   testResults?: { status?: string, assertionResults?: unknown[] }[] }} VitestReport
 * @typedef {{ stats?: { expected?: number, unexpected?: number, flaky?: number, skipped?: number }, errors?: unknown[] }} PlaywrightReport
 */

/**
 * A file that could not even be loaded has no tests to report and counts as one failure.
 * @param {VitestReport | undefined} report
 * @param {number} exitCode
 * @returns {Tally}
 */
export function tallyVitest(report, exitCode) {
  const unloadable = (report?.testResults ?? []).filter(
    ({ status, assertionResults }) => status === "failed" && assertionResults?.length === 0,
  );
  return honest(
    {
      passed: report?.numPassedTests ?? 0,
      failed: (report?.numFailedTests ?? 0) + unloadable.length,
      skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
    },
    exitCode,
  );
}

/**
 * @param {PlaywrightReport | undefined} report
 * @param {number} exitCode
 * @returns {Tally}
 */
export function tallyPlaywright(report, exitCode) {
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = report?.stats ?? {};
  return honest({ passed: expected, failed: unexpected + flaky + (report?.errors?.length ?? 0), skipped }, exitCode);
}

/**
 * @param {Tally} tally
 * @param {number} exitCode
 * @returns {Tally}
 */
function honest(tally, exitCode) {
  const silent = tally.failed === 0 && (exitCode !== 0 || tally.passed === 0);
  return silent ? { ...tally, failed: 1 } : tally;
}

/**
 * @param {Tally[]} tallies
 * @returns {Tally}
 */
export function sum(tallies) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const { passed, failed, skipped } of tallies) {
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
  }
  return total;
}

/**
 * @param {Tally} tally
 * @returns {string}
 */
export function inWords({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}
