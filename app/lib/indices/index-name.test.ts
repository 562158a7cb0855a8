import { describe, expect, test } from "vitest";
import { freeIndexName, indexNameOfFile, indexNameProblem, suggestIndexName } from "./index-name";

describe("index names", () => {
  test.each(["movies", "my.books-v1", "bücher", "a", "2024_logs", "日本"])("%s is one", (name) => {
    expect(indexNameProblem(name)).toBeUndefined();
  });

  test.each([
    ["Movies 2", "Index names cannot contain spaces. Try movies-2."],
    ["MyIndex", "Index names must be lowercase. Try myindex."],
    ["a*b", "Index names cannot contain *. Try a-b."],
    ["a:b", "Index names cannot contain :. Try a-b."],
    ["a\tb", "Index names cannot contain spaces. Try a-b."],
    ["a\u0000b", "Index names cannot contain control characters. Try a-b."],
    ["_a", "Index names cannot start with _. Try a."],
    [".system", "Names that start with a dot are reserved for the system. Try system."],
    ["ü".repeat(128), `Index names can have at most 255 bytes. Try ${"ü".repeat(60)}.`],
    ["", "Enter a name for the index."],
    ["..", "A name cannot be only dots."],
    ["???", "Index names cannot contain ?."],
  ])("%j is none, and a valid one is told", (name, words) => {
    expect(indexNameProblem(name)).toBe(words);
  });

  test.each([
    "a/b",
    "a,b",
    "a?b",
    "a#b",
    'a"b',
    "a\\b",
    "-a",
    "+a",
    "a'b",
    "a&b",
    "a<b",
    "a>b",
    "a|b",
    "İstanbul Ärger",
    "--x--",
    "a..b",
    "A - B.",
    "x".repeat(500),
  ])("what is suggested for %j is valid", (name) => {
    const suggestion = suggestIndexName(name);
    expect(suggestion).toEqual(expect.any(String));
    expect(indexNameProblem(suggestion ?? "")).toBeUndefined();
  });
});

describe("the index of a file", () => {
  test.each([
    ["Movies 2.csv.gz", "movies-2"],
    ["movies.json.gz", "movies"],
    ["Übersicht (final) v1.2.NDJSON", "übersicht-final-v1.2"],
    ["C:\\data\\My File.tsv", "my-file"],
    ["../../etc/passwd", "passwd"],
    ["archive", "archive"],
    ["Pasted rows", "pasted-rows"],
    [".csv", "data"],
    ["???.csv", "data"],
    ["\u202Egnp.csv", "gnp"],
    [`${"long ".repeat(60)}.csv`, Array(15).fill("long").join("-")],
  ])("%j is %s", (file, name) => {
    expect(indexNameOfFile(file)).toBe(name);
    expect(indexNameProblem(name)).toBeUndefined();
  });

  test("is another one where the name is taken", () => {
    expect(indexNameOfFile("movies.csv", ["movies", "movies-2"])).toBe("movies-3");
    expect(freeIndexName("books", ["movies"])).toBe("books");
  });
});
