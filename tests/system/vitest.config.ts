import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { MEASURED } from "../../server/checks/measured.mjs";
import { longestFirst } from "../setup/runner/longest-first";

const folder = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));

// Whole processes: killed, started, stopped, measured.
export default defineConfig({
  root: folder(""),
  cacheDir: ".cache/vite-system",
  resolve: { alias: { "~": folder("app"), "@common": folder("common"), "@backend": folder("backend") } },
  test: {
    setupFiles: ["tests/setup/runner/console-error.ts"],
    pool: "forks",
    testTimeout: 180_000,
    hookTimeout: 120_000,
    sequence: { sequencer: longestFirst(["tests/system/kill-during-reindex.test.ts"]) },
    projects: [
      {
        extends: true,
        test: {
          name: "processes",
          include: ["tests/system/**/*.test.ts"],
          exclude: MEASURED,
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: { name: "measured", include: MEASURED, fileParallelism: false, sequence: { groupOrder: 1 } },
      },
    ],
  },
});
