import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const alias = { "@": fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, "") };

export default defineConfig({
  test: {
    projects: [
      {
        resolve: { alias },
        test: {
          name: "unit",
          include: ["{server,db,components,scripts,e2e}/**/*.test.ts"],
          exclude: ["**/*.db.test.ts", "**/node_modules/**"],
          // Properties are hundreds of cases: on a busy machine the common five seconds are too few for one that is right.
          testTimeout: 60_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: "db",
          include: ["{server,db}/**/*.db.test.ts"],
          globalSetup: ["db/testing/global-setup.ts"],
          maxWorkers: 2,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
