import { expect, test } from "vitest";
import type { IndexRow } from "~/services/indices/index-row";
import { indexList } from "./index-list-address";
import { sortRows } from "./index-list.server";

const row = (name: string, more: Partial<IndexRow> = {}): IndexRow => ({
  name,
  index: name,
  health: "green",
  open: true,
  system: false,
  documents: 0,
  bytes: 0,
  shards: 1,
  replicas: 0,
  ...more,
});

test("rows in the order asked for, equal ones by name", () => {
  const rows = [
    row("c", { documents: 5 }),
    row("a", { documents: 5 }),
    row("b", { documents: 9 }),
    row("closed", { open: false, documents: null }),
  ];
  const names = (order: Parameters<typeof sortRows>[1]) => sortRows(rows, order).map(({ name }) => name);
  expect(names({ by: "documents", order: "desc" })).toEqual(["b", "a", "c", "closed"]);
  expect(names({ by: "documents", order: "asc" })).toEqual(["closed", "a", "c", "b"]);
  expect(names({ by: "name", order: "desc" })).toEqual(["closed", "c", "b", "a"]);
  expect(
    names({
      by: "created",
      order: "desc",
      dates: new Map([
        ["c", 3],
        ["a", 7],
      ]),
    }),
  ).toEqual(["a", "c", "b", "closed"]);
});

test("the sickest first when sorted by health", () => {
  const rows = [row("g"), row("r", { health: "red" }), row("y", { health: "yellow" })];
  expect(sortRows(rows, { by: "health", order: "asc" }).map(({ name }) => name)).toEqual(["r", "y", "g"]);
});

test.each([
  ["page=-1", "Page “-1” is not a whole number from 1 to 1,000,000. Using 1 instead."],
  ["page=abc", "Page “abc” is not a whole number from 1 to 1,000,000. Using 1 instead."],
  ["size=7", "Rows per page “7” is not one of 10, 25, 50, 100. Using 25 instead."],
  [
    "sort=password",
    "Sort “password” is not one of name, health, documents, size, shards, created. Using name instead.",
  ],
  ["order=up", "Order “up” is not asc or desc. Using asc instead."],
  ["health=blue", "Health “blue” is not one of green, yellow, red. It was ignored."],
  ["status=?", "Status “?” is not one of open, closed. It was ignored."],
])("%s falls back, and the page says so", (query, remark) => {
  const { state, remarks } = indexList.at(query);
  expect(state).toEqual({
    page: 1,
    size: 25,
    sort: { by: "name", order: "asc" },
    q: "",
    health: "",
    status: "",
    select: "",
  });
  expect(remarks.map(({ text }) => text)).toEqual([remark]);
});
