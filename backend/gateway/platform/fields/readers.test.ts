import { expect, test } from "vitest";
import { toldByEndpoint, withToldError } from "../../resources/data/reactivesearch/response/from-others";
import { createReader, toldText } from "./readers";
import { createFieldView } from "./view";

const leaf = (name: string, more: object = {}) => ({
  name,
  type: "keyword",
  indexed: true,
  nested: false,
  names: [],
  copies: [],
  scripted: false,
  ...more,
});
const LEAVES = [
  leaf("name"),
  leaf("secret", { copies: ["all"] }),
  leaf("all"),
  leaf("other", { type: "alias", names: ["secret"] }),
  leaf("deep.note"),
  leaf("deep.open"),
  leaf("size"),
];
const readerOf = (rights: { includes: string[]; excludes: string[] }) =>
  createReader(rights, createFieldView(rights, LEAVES).show);
const excluding = readerOf({ includes: ["*"], excludes: ["secret", "deep.note"] });
const including = readerOf({ includes: ["name", "deep.open"], excludes: [] });

test.each([
  ["secret", false], ["secret.keyword", false], ["all", false], ["other", false], ["deep.note", false], ["deep.note.x", false], ["secr*", false],
  ["name", true], ["deep", true], ["deep.*", true], ["deep.open", true], ["s*", true], ["*", true], ["unknown", true], ["", true],
])("the name %j may be told: %s", (name, told) => expect(excluding.tells(name)).toBe(told)); // prettier-ignore

test("without a list of what is closed, fields of the mapping beside the includes are", () => {
  expect(["name", "deep.open", "AUTO", "secret", "size", "deep.note", "all"].map(including.tells)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});

test.each([
  "secret", "secret^2", "secret:x", "-secret:x", "+(secret:x)", "by secret.", "a, secret, b", "doc['secret'].value", '{"secret":1}', "$filter.secret", "deep.note:1", ".secret", "secret\\:x", "other:y", "/s?q=by%20secret%3Ax", "%%20secret%ff",
])("the text %j names a closed field", (text) => {
  expect(excluding.isNamed({ a: [text] })).toBe(true);
  expect(excluding.told({ a: [text], b: text, name: 1 })).toEqual({ a: [], name: 1 });
}); // prettier-ignore

test("members are told by their whole names, however these are parted", () => {
  const value = {
    note: 1,
    deep: { note: 2, open: 3 },
    "deep.note": 4,
    list: [{ deep: { note: 5, open: 6 } }],
    x: { deep: { note: 7 } },
    term: { secret: "v" },
  };
  expect(excluding.told(value)).toEqual({
    note: 1,
    deep: { open: 3 },
    list: [{ deep: { open: 6 } }],
    x: { deep: {} },
    term: {},
  });
  expect(excluding.isNamed({ note: 1, deep: { open: 3 } })).toBe(false);
});

test("a kept body is told as a whole or not at all", () => {
  expect(toldText('{"query":[{"dataField":["name"]}]}', excluding)).toBe('{"query":[{"dataField":["name"]}]}');
  for (const text of ['{"query":[{"dataField":["secret"]}]}', '{"s\\u0065cret":1}', "no JSON: secret"])
    expect(toldText(text, excluding)).toBe("");
  expect(toldText("no JSON", null)).toBe("no JSON");
});

test("what an endpoint, or a refusal of a stored query, says is trimmed", () => {
  const hits = {
    total: { value: 1 },
    hits: [{ _id: "1", _source: { name: "x", secret: "y" }, fields: { secret: ["y"] }, sort: ["y"] }],
  };
  expect(toldByEndpoint({ took: 1, hits, aggregations: { secret: { buckets: [{ key: "y" }] } } }, excluding)).toEqual({
    took: 1, hits: { ...hits, hits: [{ _id: "1", _source: { name: "x" } }] }, aggregations: {},
  }); // prettier-ignore
  expect(toldByEndpoint({ hits }, null)).toEqual({ hits });
  const error = { reason: "No mapping found for [.secret] in order to sort on" };
  expect(JSON.stringify(withToldError({ error, status: 400 }, excluding))).not.toContain("secret");
  expect(withToldError({ error, status: 400 }, null)).toEqual({ error, status: 400 });
});
