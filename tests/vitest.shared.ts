import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { moduleCache } from "./setup/module-cache";

const folder = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url));

/** What other runners have: built output, browsers, processes. */
export const elsewhere = [
  ...["**/node_modules/**", "build/**", "dist/**", "tests/e2e/**", "tests/system/**"],
  ...["tests/walks/browser/**", "tests/walks/planted/browser/**"],
];

/**
 * What the runs from source share. Which files they take is their own: where projects are, a list of the whole would
 * count in each of them.
 */
export const shared = defineConfig({
  cacheDir: ".cache/vite",
  resolve: {
    alias: {
      bcryptjs: folder("tests/setup/runner/quick-bcrypt.ts"),
      "~": folder("app"),
      "@common": folder("common"),
      "@backend": folder("backend"),
    },
  },
  test: {
    setupFiles: [
      "tests/setup/runner/console-error.ts",
      "tests/setup/runner/matchers.ts",
      "tests/setup/runner/no-sync.ts",
    ],
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 15_000 } },
    experimental: { fsModuleCache: true, fsModuleCachePath: moduleCache(folder(".")) },
  },
});
