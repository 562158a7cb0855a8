import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const folder = (name: string) => fileURLToPath(new URL(name, import.meta.url));

// Unit, route and contract tests. Browser journeys and the kill tests run on built output and have runners of their own.
export default defineConfig({
  cacheDir: ".cache/vite",
  resolve: {
    alias: { "~/kit-companions.client": folder("tests/setup/empty.ts"), "~": folder("app"), "@common": folder("common"), "@backend": folder("backend") },
  },
  test: {
    setupFiles: ["tests/setup/console-error.ts", "tests/setup/matchers.ts"],
    include: ["**/*.test.ts", "**/*.test.tsx"],
    exclude: ["**/node_modules/**", "build/**", "dist/**", "tests/e2e/**", "tests/system/**"],
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 15_000 } },
  },
});
