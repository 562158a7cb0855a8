// @vitest-environment node
import { expect, test } from "vitest";
import { matchPath, specificity } from "./path-match";

test.each<[string, string[], Record<string, string> | null]>([
  ["/books/_search", ["books", "_search"], {}],
  ["/books/_search", ["books"], null],
  ["/books/_search", ["Books", "_search"], null],
  ["/{index}/_search", ["my books", "_search"], { index: "my books" }],
  ["/:index/_doc/:id", ["books", "_doc", "a/b"], { index: "books", id: "a/b" }],
  ["/{index}/_search", ["", "_search"], null],
  ["/{index}/{id}", ["_pipeline", "a"], null],
  ["/{index}", ["readyz"], null],
  ["/{constructor}", ["a"], { constructor: "a" }],
  ["/", [], {}],
])("%s of %j is %j", (path, segments, values) => {
  expect(matchPath({ path }, segments)).toEqual(values);
});

test("the narrower path comes first", () => {
  const paths = [
    "/{a}/{b}/{c}",
    "/{a}/{b}/z",
    "/{a}/y/{c}",
    "/x/{b}/{c}",
    "/{a}/y/z",
    "/x/{b}/z",
    "/x/y/{c}",
    "/x/y/z",
  ];
  expect([...paths].reverse().sort((one, other) => specificity(one) - specificity(other))).toEqual(paths);
});
