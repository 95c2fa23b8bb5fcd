import { defineConfig } from "@playwright/test";

const report = process.env.HOLDFAST_E2E_REPORT;
const browser = process.env.HOLDFAST_CHROMIUM;

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  globalSetup: "./db/testing/global-setup.ts",
  workers: 2,
  fullyParallel: false,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [["list"], ...(report ? ([["json", { outputFile: report }]] as const) : [])],
  projects: [
    { name: "api", testDir: "e2e/api" },
    {
      name: "ui",
      testDir: "e2e/ui",
      use: {
        browserName: "chromium",
        viewport: { width: 1440, height: 900 },
        locale: "en-GB",
        timezoneId: "UTC",
        // A recording of every step costs a quarter of the time: asked for where a failure has to be looked into.
        trace: process.env.HOLDFAST_TRACE ? "retain-on-failure" : "off",
        screenshot: "only-on-failure",
        launchOptions: {
          ...(browser && { executablePath: browser }),
          args: [
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--no-first-run",
          ],
        },
      },
    },
  ],
});
