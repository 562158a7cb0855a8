import { expect, test } from "vitest";
import type { FieldRights } from "../access/field-rights";
import { leavesOf } from "./leaves";
import { createFieldView } from "./view";

const properties = {
  name: { type: "text", copy_to: ["all"], fields: { raw: { type: "keyword" } } },
  secret: { type: "text", copy_to: "all", fields: { raw: { type: "keyword" } } },
  all: { type: "text", fields: { raw: { type: "keyword" } } },
  other: { type: "alias", path: "secret.raw" },
  third: { type: "alias", path: "all" },
  hint: { type: "completion", contexts: [{ name: "c", type: "category", path: "secret" }] },
  place: { type: "geo_point" },
  flat: { type: "flattened" },
  deep: { properties: { a: { type: "keyword" }, note: { type: "keyword" } } },
  passed: { type: "passthrough", properties: { note: { type: "keyword" } } },
  kin: { type: "join", relations: {} },
};
const mapping = {
  i: {
    mappings: {
      properties,
      runtime: { made: { type: "keyword", script: { source: "doc" } }, plain: { type: "long" } },
    },
  },
};
const view = (rights: FieldRights, answer: Parameters<typeof leavesOf>[0] = mapping) =>
  createFieldView(rights, leavesOf(answer)).search;

const excluding: FieldRights = {
  includes: ["*"],
  excludes: ["secret", "place.lat", "flat.x", "deep.note", "passed.note", "kin"],
};

test.each([
  "secret",
  "secret.raw",
  "all",
  "all.raw",
  "other",
  "third",
  "hint",
  "place",
  "flat",
  "flat.open",
  "deep.note",
  "passed.note",
  "note",
  "made",
  "kin",
  "sec*",
  "*",
  "ot*",
  "_field_names",
  "_ignored",
  "_source",
])("%s is closed", (field) => {
  expect(view(excluding).allows(field)).toBe(false);
  expect(view(excluding).named(field)).toBe(`.${field}`);
});

test.each(["name", "name.raw", "deep.a", "plain", "unmapped", "n*.raw", "_id", "_score"])("%s is open", (field) => {
  expect(view(excluding).named(field)).toBe(field);
});

test("objects and patterns become what is open of them", () => {
  expect(view(excluding).within("deep")).toEqual(["deep.a"]);
  expect(view(excluding).matching("*")).toEqual(["name", "name.raw", "deep.a", "plain"]);
  expect(view(excluding).within("secret")).toEqual([]);
  expect(view(excluding).allowsAll("deep")).toBe(false);
  expect(view(excluding).hidesRelations).toBe(true);
});

test("what is only not included stays open to searches, unless that is closed too", () => {
  const including: FieldRights = { includes: ["name", "deep.a"], excludes: [] };
  expect(view(including).isOpen).toBe(true);
  expect(view({ ...including, includedOnly: true }).matching("*")).toEqual(["name", "name.raw", "deep.a"]);
  expect(createFieldView(including, leavesOf(mapping)).show.allows("all")).toBe(false);
});

test("a field that is closed in one index is closed in all; mappings of types are read as well", () => {
  const answer = {
    a: { mappings: { properties: { x: { type: "keyword" } } } },
    b: { mappings: { _doc: { properties: { x: { type: "alias", path: "secret" }, secret: { type: "keyword" } } } } },
  };
  expect(view({ includes: ["*"], excludes: ["secret"] }, answer).allows("x")).toBe(false);
});
