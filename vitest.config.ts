import { defineConfig, mergeConfig } from "vitest/config";
import { longestFirst } from "./tests/setup/runner/longest-first";
import { elsewhere, shared } from "./tests/vitest.shared";

const parts = ["backend/**/*.test.ts", "common/**/*.test.ts", "app/lib/**/*.test.ts", "app/components/**/*.test.ts"];

// What these change holds for their whole process: a console that was started, a module that stands for another, a
// document in place of none.
const alone = [
  ...[
    "address-secrets",
    "hostile/headers",
    "hostile/shares",
    "hostile-requests",
    "data/import-rights",
    "all-screens/large-bodies",
    "all-screens/let-go",
    "limited-users",
    "odd-ids",
  ].map((name) => `tests/routes/${name}.test.ts`),
  ...["server/style-text.test.ts", "browser/style-sheets.test.tsx", "components/ui/filter/*.test.tsx"].map(
    (name) => `app/${name}`,
  ),
  "tests/import/memory.test.ts",
  "tests/contract/pipelines/random-rights.test.ts",
  "tests/contract/pipelines/planted.test.ts",
  "tests/contract/ui-builder/planted.test.ts",
  "tests/routes/pipelines/replay-bound.test.ts",
];

const longest = [
  "tests/import/memory.test.ts",
  ...["odd-ids", "data/import-rights", "less-than-asked"].map((name) => `tests/routes/${name}.test.ts`),
  "tests/contract/access-control/hidden-fields/hidden-fields.test.ts",
  "tests/contract/platform/hostile/walk.test.ts",
  "tests/replay/replay.test.ts",
  ...["forms/lying", "limited", "troubled", "sound"].map((name) => `tests/walks/${name}.test.ts`),
  ...["hostile/stored-markup", "limited-users", "hostile-requests", "heavy-inputs", "all-screens/large-bodies"].map(
    (name) => `tests/routes/${name}.test.ts`,
  ),
];

// Unit, route and contract tests. Browser journeys and the kill tests run on built output and have runners of their
// own.
export default mergeConfig(
  shared,
  defineConfig({
    test: {
      sequence: { sequencer: longestFirst(longest) },
      // To load a console or a back end takes longer than most files of tests, so they share what a worker has loaded:
      // each makes what it needs, on ports and in folders of its own, and takes it away. The parts measure how long
      // they hold others up, so they are not with what fills the memory.
      projects: [
        { extends: true, test: { name: "parts", include: parts, isolate: false } },
        {
          extends: true,
          test: {
            name: "whole",
            include: ["**/*.test.ts", "**/*.test.tsx"],
            exclude: [...elsewhere, ...parts, ...alone],
            isolate: false,
          },
        },
        { extends: true, test: { name: "alone", include: alone } },
      ],
    },
  }),
);
