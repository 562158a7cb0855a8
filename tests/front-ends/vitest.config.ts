import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const folder = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));

// Published search front ends in a real browser, on the embedded engine and on the one at OPENSEARCH_URL.
export default defineConfig({
  root: folder(""),
  cacheDir: ".cache/vite-front-ends",
  resolve: { alias: { "~": folder("app"), "@common": folder("common"), "@backend": folder("backend") } },
  test: {
    include: ["tests/front-ends/**/*.front-end.ts"],
    globalSetup: ["tests/e2e/support/browser-server.ts"],
    pool: "forks",
    fileParallelism: false,
    testTimeout: 40_000,
    hookTimeout: 90_000,
    expect: { poll: { timeout: 8_000 } },
  },
});
