import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { longestFirst } from "../setup/runner/longest-first";

const folder = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));

/** What measures processes, and so runs with nothing beside it. */
const measured = ["loop-stops", "remote-memory", "upload", "bounds/bounds"].map((name) => `tests/system/${name}.test.ts`);

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
        test: { name: "processes", include: ["tests/system/**/*.test.ts"], exclude: measured, maxWorkers: 2, sequence: { groupOrder: 0 } },
      },
      { extends: true, test: { name: "measured", include: measured, fileParallelism: false, sequence: { groupOrder: 1 } } },
    ],
  },
});
