import { defineConfig, mergeConfig } from "vitest/config";
import { shared } from "./vitest.shared";

// Comparisons with real engines: one engine at a time, so one file after the other.
export default mergeConfig(
  shared,
  defineConfig({ test: { include: ["tests/engines/**/*.engines.ts"], fileParallelism: false, testTimeout: 120_000 } }),
);
