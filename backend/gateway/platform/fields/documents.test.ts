import { expect, test } from "vitest";
import type { JsonObject } from "@common/text/json";
import { shownHit, withFields } from "./documents";

const excluding = (...excludes: string[]) => ({ includes: ["*"], excludes });

test.each<[string, JsonObject, ReturnType<typeof excluding>, JsonObject]>([
  ["one member", { a: 1, "b.c": 2 }, excluding("b.c"), { a: 1 }],
  ["several members", { a: 1, b: { c: 2, d: 3 } }, excluding("b.c"), { a: 1, b: { d: 3 } }],
  ["a name in parts of its own", { b: { "c.e": 2, d: 3 } }, excluding("b.c"), { b: { d: 3 } }],
  ["what is below a field in one member", { "b.c": 2, "b.d.e": 3, a: 1 }, excluding("b"), { a: 1 }],
  ["points to spare", { "b..c": 2, ".b.c": 2, "b.": { c: 2, d: 3 }, a: 1 }, excluding("b.c"), { "b.": { d: 3 }, a: 1 }],
  ["lists of objects", { b: [{ c: 2, d: 3 }, [{ c: 4 }]] }, excluding("b.c"), { b: [{ d: 3 }, [{}]] }],
  ["patterns", { secret_a: 1, x: { secret_b: 2, y: 3 } }, excluding("*secret_*"), { x: { y: 3 } }],
  [
    "includes in one member and in several",
    { "b.c": 1, b: { c: 2, d: 3 }, e: 4 },
    { includes: ["b.c"], excludes: [] },
    { "b.c": 1, b: { c: 2 } },
  ],
  ["includes of an object", { "b.c": 1, e: 4 }, { includes: ["b"], excludes: [] }, { "b.c": 1 }],
])("a document without closed fields: %s", (_, source, fields, expected) => {
  expect(withFields(source, fields)).toEqual(expected);
});

test("a hit from elsewhere keeps its place and open fields, and nothing in which an engine tells fields again", () => {
  const values = { a: [1], secret: [2] };
  const hit = {
    _id: "1", _index: "shoes", _score: { secret: 1 }, _source: { a: 1, secret: 2 }, secret: 3, title: "x",
    fields: values, highlight: values, sort: [2], inner_hits: { i: { hits: { hits: [{ _source: values }] } } }, matched_queries: ["secret"], _explanation: values, _ignored: ["secret"],
  }; // prettier-ignore
  expect(shownHit(hit, excluding("secret"))).toEqual({ _id: "1", _index: "shoes", _source: { a: 1 }, title: "x" });
  expect(shownHit({ _id: "1", _source: "secret" }, excluding("secret"))).toEqual({ _id: "1" });
});
