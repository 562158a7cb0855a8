import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const folder = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url));

// Parts of `npm run test:engines` that need a real browser: published front ends, and faults of a cluster under the
// whole product.
export default defineConfig({
  cacheDir: ".cache/vite-browser",
  resolve: { alias: { "~": folder("app"), "@common": folder("common"), "@backend": folder("backend") } },
  test: {
    setupFiles: ["tests/setup/runner/console-error.ts"],
    include: ["tests/front-ends/**/*.front-end.ts", "tests/faults/**/*.fault.ts"],
    globalSetup: ["tests/e2e/support/run.ts"],
    pool: "forks",
    fileParallelism: false,
    testTimeout: 180_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
