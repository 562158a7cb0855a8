import { describe, expect, test } from "vitest";
import { indexNamePattern, indexNameProblem } from "./index-name";

describe("index names", () => {
  test.each(["movies", "my.books-v1", "bücher", "a", "2024_logs", "日本"])("%s is one", (name) => {
    expect(indexNameProblem(name)).toBeUndefined();
    expect(new RegExp(`^(?:${indexNamePattern})$`, "v").test(name)).toBe(true);
  });

  test.each(["Movies", "a b", "a*b", "a/b", "a,b", "a?b", "a#b", "a:b", 'a"b', "a\\b", "-a", "_a", "+a", "a'b", "a&b"])(
    "%s is none, here and in the browser",
    (name) => {
      expect(indexNameProblem(name)).toEqual(expect.any(String));
      expect(new RegExp(`^(?:${indexNamePattern})$`, "v").test(name)).toBe(false);
    },
  );

  test.each(["", ".", "..", ".system", "ü".repeat(128)])("%s is refused by the server", (name) => {
    expect(indexNameProblem(name)).toEqual(expect.any(String));
  });

  test("says the lower-case form", () => {
    expect(indexNameProblem("MyIndex")).toContain("myindex");
  });
});
