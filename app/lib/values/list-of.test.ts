import { describe, expect, it } from "vitest";
import { byNumber, byText, listOf } from "./list-of";

type Row = { name: string; note: string | null; uses: number | null; kind: "a" | "b" };
type State = {
  q: string;
  kind: Row["kind"] | "";
  sort: { by: "name" | "uses"; order: "asc" | "desc" };
  page: number;
  size: number;
};

const rows: Row[] = [
  { name: "item-10", note: "Films", uses: 3, kind: "a" },
  { name: "Item-2", note: null, uses: null, kind: "b" },
  { name: "item-1", note: "films", uses: 3, kind: "b" },
];
const asked: State = { q: "", kind: "", sort: { by: "name", order: "asc" }, page: 1, size: 10 };
const list = (state: Partial<State> = {}) =>
  listOf(
    rows,
    { ...asked, ...state },
    {
      text: ({ name, note }) => [name, note],
      orders: { name: byText(({ name }) => name), uses: byNumber(({ uses }) => uses) },
      facets: { kind: (row, kind) => row.kind === kind },
    },
  );
const namesOf = ({ rows: shown }: { rows: Row[] }) => shown.map(({ name }) => name);

describe("a list in memory", () => {
  it("sorts texts as a reader does: numbers by their size, case aside", () => {
    expect(namesOf(list())).toEqual(["item-1", "Item-2", "item-10"]);
    expect(namesOf(list({ sort: { by: "name", order: "desc" } }))).toEqual(["item-10", "Item-2", "item-1"]);
  });

  it("puts equal rows by the first order, whichever way it is sorted, so that pages do not overlap", () => {
    expect(namesOf(list({ sort: { by: "uses", order: "asc" } }))).toEqual(["Item-2", "item-1", "item-10"]);
    expect(namesOf(list({ sort: { by: "uses", order: "desc" } }))).toEqual(["item-1", "item-10", "Item-2"]);
  });

  it("searches all texts of a row, case aside, and a row without one", () => {
    expect(namesOf(list({ q: "FILMS" }))).toEqual(["item-1", "item-10"]);
    expect(namesOf(list({ q: "null" }))).toEqual([]);
  });

  it("narrows by what is asked for and by nothing else", () => {
    expect(namesOf(list({ kind: "b" }))).toEqual(["item-1", "Item-2"]);
    expect(namesOf(list({ kind: "b", q: "films" }))).toEqual(["item-1"]);
  });

  it("counts what there is and what matches, and says of a page that does not exist which one is shown", () => {
    expect(list({ kind: "b", size: 1, page: 9 })).toMatchObject({
      all: 3,
      total: 2,
      page: 2,
      remarks: [{ name: "page" }],
    });
  });

  it("leaves rows in the order in which they come where there is no other", () => {
    expect(namesOf(listOf(rows, { q: "item", page: 1, size: 10 }, { text: ({ name }) => [name] }))).toEqual(
      rows.map(({ name }) => name),
    );
  });
});
