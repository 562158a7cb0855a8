import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const folder = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));

// Whole processes: killed, started, stopped, measured. One file at a time, for the figures' sake.
export default defineConfig({
  root: folder(""),
  cacheDir: ".cache/vite-system",
  resolve: { alias: { "~": folder("app"), "@common": folder("common"), "@backend": folder("backend") } },
  test: {
    setupFiles: ["tests/setup/runner/console-error.ts"],
    include: ["tests/system/**/*.test.ts"],
    pool: "forks",
    fileParallelism: false,
    testTimeout: 180_000,
    hookTimeout: 120_000,
  },
});
