import { describe, expect, it } from "vitest";
import { ranked, rankOf } from "./rank";

describe("the rank of a name for what was typed", () => {
  it.each([
    ["movies", "movies", 0],
    ["Movies", "mOV", 1],
    ["old-movies", "mov", 2],
    ["old movies", "o mov", 2],
    ["xmovies", "mov", 3],
    ["products-2026-11", "p11", 4],
    ["movies", "", 0],
  ])("%s, %s: %i", (text, typed, rank) => expect(rankOf(text, typed)).toBe(rank));

  it.each([
    ["movies", "x"],
    ["movies", "sm"],
    ["movies", "mov x"],
  ])("%s does not fit %s", (text, typed) => expect(rankOf(text, typed)).toBeUndefined());

  it("puts the best first, keeps the given order among equals, and ends where it should", () => {
    const names = ["old-movies", "shelf", "movies-2", "movies-1", "movies"];
    const found = (most: number) =>
      ranked(names, { typed: "movies", textsOf: (name) => [name], most }).map(({ item }) => item);
    expect(found(9)).toEqual(["movies", "movies-2", "movies-1", "old-movies"]);
    expect(found(2)).toEqual(["movies", "movies-2"]);
  });
});
