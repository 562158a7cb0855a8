import { describe, expect, it } from "vitest";
import { nameFilter } from "./pattern";

describe("nameFilter", () => {
  it.each([
    [undefined, "movies", true],
    ["movies", "movies", true],
    ["movies", "movies-2", false],
    ["movies*,shop", "movies-2", true],
    ["*,-.logs*", ".logs-000001", false],
    ["*,-.logs*", ".users", true],
    ["-shop", "movies", true],
    ["-shop", "shop", false],
    ["shop-*,-shop-old,shop-old", "shop-old", true],
    ["a.b", "axb", false],
    [" movies , shop ", "shop", true],
  ])("%s and %s: %s", (list, name, inside) => {
    expect(nameFilter(list)(name)).toBe(inside);
  });
});
