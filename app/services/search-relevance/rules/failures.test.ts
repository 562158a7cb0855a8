import { expect, test } from "vitest";
import { failureLog, failureText } from "./failures";
import { scriptHint } from "./script-hint";

const recent = [
  { at: 2000, message: "Error: no (line 1)", logs: ["so far", "and on"] },
  { at: 1000, message: "the script took longer than 5 s", logs: [] },
];

test.each([
  [
    12,
    false,
    "The script failed 12 times, last 5 minutes ago: Error: no (line 1). Searches and writes continue without it.",
  ],
  [1, true, "The script failed 1 time, last 5 minutes ago: Error: no (line 1)."],
])("%d failures in a sentence", (count, isCron, text) => {
  expect(failureText({ count, lastAt: 2000, recent }, { when: "5 minutes ago", isCron })).toBe(text);
});

test("failures without a message are counted all the same", () => {
  expect(failureText({ count: 2, lastAt: 0, recent: [] }, { when: "now", isCron: true })).toBe(
    "The script failed 2 times, last now.",
  );
});

test("the log has each failure with what was printed", () => {
  expect(failureLog({ count: 2, lastAt: 2000, recent }, (at) => `at ${at}`)).toBe(
    "at 2000  Error: no (line 1)\n    so far\n    and on\nat 1000  the script took longer than 5 s",
  );
});

test.each([
  ["always", "With handleRequest or handleResponse. It gets context.request, context.response and context.envs."],
  ["filter", "With handleRequest or handleResponse. It gets context.request, context.response and context.envs."],
  ["index", "With handleRequest. It gets context.request and context.envs."],
  ["cron", "With handleCron, or without a function. It gets context.request and context.envs."],
] as const)("the hint of a script names the functions that run: %s", (trigger, hint) => {
  expect(scriptHint(trigger)).toBe(hint);
});
