import { expect, it, test } from "vitest";
import { calledBy, isRouteOf } from "./called";
import { STAGES } from "./stages";

const called = (use: string, inputs: Record<string, string>) => calledBy({ use, inputs });

test.each([
  ["/books/_search", ["books"], null],
  ["/books,more-*,-old/_search?q=1", ["books"], null],
  ["/caf%C3%A9/_doc/1", ["café"], null],
  ["/_storedquery/top%20ten/execute", [], "top ten"],
  ["/_storedquery/validate", [], null],
  ["/{{index}}/_search", [], null],
  ["/_search", [], null],
])("what the path %j names", (path, indices, storedQuery) => {
  expect(called("elasticsearchQuery", { path })).toMatchObject([{ indices, storedQuery, method: "GET" }]);
  expect(called("httpRequest", { url: path, method: "post" })).toMatchObject([{ indices, method: "POST" }]);
});

it("leaves other addresses out, and what is in other inputs", () => {
  for (const url of ["https://example.com/books", "//example.com/books", "{{host}}/books", ""])
    expect(called("httpRequest", { url, body: "/books" })).toEqual([]);
  expect(calledBy({ use: null, inputs: { path: "/books" } })).toEqual([]);
});

it("knows each input that holds an address or a path", () => {
  const places = STAGES.flatMap(({ name, inputs }) =>
    Object.entries(inputs).flatMap(([input, { calls }]) => (calls ? [`${name}.${input}`] : [])),
  );
  const like = STAGES.flatMap(({ name, inputs, missing }) =>
    Object.keys(inputs).flatMap((input) =>
      missing === null && /^(url|path)$/.test(input) ? [`${name}.${input}`] : [],
    ),
  );
  expect(places.sort()).toEqual(like.sort());
});

test.each([
  ["/shoes/{index}/_search", true],
  ["/shoes/red/_search/", true],
  ["/shoes/_search", false],
  ["/shoes/red/_msearch", false],
])("whether the route %j answers", (path, answers) => {
  const [call] = called("httpRequest", { url: "/shoes/red/_search" });
  expect(call && isRouteOf({ method: "GET", path }, call)).toBe(answers);
  expect(call && isRouteOf({ method: "POST", path }, call)).toBe(false);
});
