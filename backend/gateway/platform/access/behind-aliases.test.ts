import { expect, test } from "vitest";
import { behindAliases, exclusions } from "./behind-aliases";

const BEHIND = behindAliases({
  ".logs-000001": { aliases: { ".logs": {} } },
  ".kibana_1": { aliases: { ".kibana": {}, seen: {} } },
  ".ds-events-000001": { aliases: { events: {} } },
  ".suggestions": { aliases: { suggested: {} } },
  books_reindexed_1: { aliases: { books: {}, ".books": {} } },
  ".users": { aliases: {} },
});

test.each([
  [["*"], []],
  [["books", "films"], []],
  [["books*"], []],
  [["*logs"], ["-.logs-*"]],
  [
    ["*", "x"],
    ["-.logs-*", "-.kibana_*"],
  ],
  [
    ["*", "-books"],
    ["-.logs-*", "-.kibana_*"],
  ],
  [["*.*"], ["-.logs-*", "-.kibana_*"]],
  [["b*", "s*n"], ["-.kibana_*"]],
  [["**"], ["-.logs-*", "-.kibana_*"]],
  [["-*"], []],
] as const)("%j goes on without %j", (expressions, expected) => {
  expect(exclusions(expressions, BEHIND)).toEqual(expected);
});
