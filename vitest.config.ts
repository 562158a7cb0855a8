import { defineConfig, mergeConfig } from "vitest/config";
import { longestFirst } from "./tests/setup/longest-first";
import { elsewhere, shared } from "./vitest.shared";

const parts = ["backend/**/*.test.ts", "common/**/*.test.ts", "app/lib/**/*.test.ts", "app/components/**/*.test.{ts,tsx}"];

const longest = [
  "tests/import/memory.test.ts",
  ...["odd-ids", "import-rights", "lying-backend"].map((name) => `tests/routes/${name}.test.ts`),
  "tests/contract/hidden-fields/hidden-fields.test.ts",
  "tests/replay/replay.test.ts",
  ...["limited-users", "hostile-requests", "heavy-inputs"].map((name) => `tests/routes/${name}.test.ts`),
];

// Unit, route and contract tests. Browser journeys and the kill tests run on built output and have runners of their own.
export default mergeConfig(
  shared,
  defineConfig({
    test: {
      sequence: { sequencer: longestFirst(longest) },
      // Tests of the engine, the gateway and pure helpers keep nothing between files, so they share what a worker has loaded: a third less work. Those that
      // open a whole console or several back ends have a process each.
      projects: [
        { extends: true, test: { name: "parts", include: parts, isolate: false } },
        { extends: true, test: { name: "whole", include: ["**/*.test.ts", "**/*.test.tsx"], exclude: [...elsewhere, ...parts] } },
      ],
    },
  }),
);
