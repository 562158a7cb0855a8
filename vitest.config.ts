import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const folder = (name: string) => fileURLToPath(new URL(name, import.meta.url));

const parts = ["backend/**/*.test.ts", "common/**/*.test.ts", "app/lib/**/*.test.ts", "app/components/**/*.test.{ts,tsx}"];
const elsewhere = ["**/node_modules/**", "build/**", "dist/**", "tests/e2e/**", "tests/system/**"];

// Unit, route and contract tests. Browser journeys and the kill tests run on built output and have runners of their own.
export default defineConfig({
  cacheDir: ".cache/vite",
  resolve: {
    alias: { "~/kit-companions.client": folder("tests/setup/empty.ts"), "~": folder("app"), "@common": folder("common"), "@backend": folder("backend") },
  },
  test: {
    setupFiles: ["tests/setup/console-error.ts", "tests/setup/matchers.ts"],
    // Tests of the engine, the gateway and pure helpers keep nothing between files, so they share what a worker has loaded: a third less work. Those that
    // open a whole console or several back ends have a process each.
    projects: [
      { extends: true, test: { name: "parts", include: parts, isolate: false } },
      { extends: true, test: { name: "whole", include: ["**/*.test.ts", "**/*.test.tsx"], exclude: [...elsewhere, ...parts] } },
    ],
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 15_000 } },
  },
});
