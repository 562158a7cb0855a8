import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { longestFirst } from "../setup/runner/longest-first";

const folder = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));

// Browser journeys, the walk in the browser and the budgets, on the built product (server/test.mjs builds it first).
export default defineConfig({
  root: folder(""),
  cacheDir: ".cache/vite-e2e",
  resolve: { alias: { "~": folder("app"), "@common": folder("common"), "@backend": folder("backend") } },
  test: {
    setupFiles: ["tests/setup/runner/console-error.ts"],
    include: ["tests/e2e/**/*.test.ts", "tests/walks/browser/**/*.test.ts", "tests/walks/planted/browser/**/*.test.ts"],
    globalSetup: ["tests/e2e/support/run.ts"],
    sequence: {
      sequencer: longestFirst([
        ...["first-half", "second-half", "shapes"].map((name) => `tests/walks/browser/${name}.test.ts`),
        ...["all-screens/keyboard", "data/import"].map((name) => `tests/e2e/journeys/${name}.test.ts`),
      ]),
    },
    pool: "forks",
    isolate: false,
    maxWorkers: 2,
    // A browser, a console, a back end and a second file beside them share two cores: once more for what was only slow.
    // What is wrong fails twice.
    retry: 1,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
