import { expect, test } from "vitest";
import type { IndexRow } from "~/services/indices/list.server";
import { readFilters, sortRows } from "./index-list.server";

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
  const rows = [row("c", { documents: 5 }), row("a", { documents: 5 }), row("b", { documents: 9 }), row("closed", { open: false, documents: null })];
  const names = (order: Parameters<typeof sortRows>[1]) => sortRows(rows, order).map(({ name }) => name);
  expect(names({ sort: "documents", order: "desc" })).toEqual(["b", "a", "c", "closed"]);
  expect(names({ sort: "documents", order: "asc" })).toEqual(["closed", "a", "c", "b"]);
  expect(names({ sort: "name", order: "desc" })).toEqual(["closed", "c", "b", "a"]);
  expect(
    names({
      sort: "created",
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
  expect(sortRows(rows, { sort: "health", order: "asc" }).map(({ name }) => name)).toEqual(["r", "y", "g"]);
});

test.each(["page=-1", "page=abc", "size=7", "sort=password", "order=up", "health=blue", "status=?"])("%s falls back", (query) => {
  expect(readFilters(new URLSearchParams(query))).toEqual({ page: 1, size: 25, sort: "name", order: "asc", q: "", health: "", status: "" });
});
