import { defineConfig, mergeConfig } from "vitest/config";
import { elsewhere, shared } from "./vitest.shared";

// The gateway's contract suite and the recordings on a real engine (TEST_ENGINE_URL): each file empties it, so one after the other, in one
// process: starting a new one for each takes longer than most of them.
export default mergeConfig(
  shared,
  defineConfig({
    // Grades and what fills a search are the gateway's own work, on calls of the engine that the other files make too.
    // Hostile calls are refused before an engine is asked, and what passes is planted.test.ts's: thousands of calls more would take as long as all the rest.
    test: {
      include: ["**/*.test.ts"],
      exclude: [...elsewhere, "tests/contract/hostile/**", "tests/contract/{filled-searches,grades}.test.ts"],
      fileParallelism: false,
      isolate: false,
      testTimeout: 120_000,
      hookTimeout: 240_000,
    },
  }),
);
