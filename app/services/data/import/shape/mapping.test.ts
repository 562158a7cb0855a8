import { expect, it } from "vitest";
import { existingFields, fieldConflict, planMapping, withExisting } from "./mapping.server";
import type { DetectedField, FieldPlan, FieldType } from "../types";

const field = (name: string, type: FieldType, more: Partial<FieldPlan> = {}): FieldPlan => ({
  name,
  type,
  useCase: "none",
  dateFormat: "iso",
  list: false,
  include: true,
  ...more,
});

it("writes sub-fields by use case and nests dotted names", () => {
  const fields = [
    field("t", "text", { useCase: "searchaggs" }),
    field("by.name", "text", { useCase: "aggs" }),
    field("by.age", "long"),
    field("x", "auto"),
    field("y", "long", { include: false }),
  ];
  const mapping = planMapping({ fields, existing: new Map() });
  expect(Object.keys(mapping)).toEqual(["t", "by"]);
  expect(mapping).toMatchObject({
    t: {
      type: "text",
      fields: { search: { analyzer: "ngram_analyzer" }, autosuggest: {}, delimiter: {}, keyword: { type: "keyword" } },
    },
    by: { properties: { name: { type: "text", fields: { keyword: { type: "keyword" } } }, age: { type: "long" } } },
  });
});

const existing = existingFields({
  a: { type: "long" },
  t: { type: "text", fields: { keyword: { type: "keyword" }, search: { type: "text" } } },
  o: { properties: { in: { type: "date" } } },
});

it("reads the fields of an index", () => {
  expect([...existing]).toEqual([
    ["a", { type: "long", useCase: "none" }],
    ["t", { type: "text", useCase: "searchaggs" }],
    ["o.in", { type: "date", useCase: "none" }],
  ]);
});

it("tells conflicts with the index and within the plan", () => {
  const conflict = (one: FieldPlan, others: FieldPlan[] = []) =>
    fieldConflict({ field: one, fields: [one, ...others], existing });
  expect(conflict(field("a", "long"))).toBeNull();
  expect(conflict(field("a", "text"))).toContain("as long");
  expect(conflict(field("a", "text", { include: false }))).toBeNull();
  expect(conflict(field("t", "text", { useCase: "none" }))).toContain("searchaggs");
  expect(conflict(field("o", "keyword"))).toContain("as an object");
  expect(conflict(field("a.b", "keyword"))).toContain("cannot hold a.b");
  expect(conflict(field("n", "long"), [field("n.m", "long")])).toContain("n.m");
});

it("proposes what the index has, and says when the values look different", () => {
  const detected: DetectedField = {
    name: "a",
    type: "text",
    useCase: "searchaggs",
    dateFormat: "iso",
    numberFormat: "plain",
    written: true,
    list: false,
    filled: 1,
    unique: true,
    role: "text",
    examples: [],
    include: true,
    note: null,
  };
  expect(withExisting({ fields: [detected], existing })[0]).toMatchObject({
    type: "long",
    useCase: "none",
    note: expect.stringContaining("rows that do not fit will fail"),
  });
  expect(withExisting({ fields: [{ ...detected, type: "long" }], existing })[0]?.note).toBeNull();
});

it("leaves what lies in an object without fields of its own to the index, unmapped where the index maps nothing of it", () => {
  const objects = existingFields({ open: { type: "object" }, shut: { type: "object", enabled: false } });
  const fields = [field("open.a", "long"), field("shut.a", "long")];
  for (const one of fields) expect(fieldConflict({ field: one, fields, existing: objects })).toBeNull();
  expect(planMapping({ fields, existing: objects })).toEqual({ open: { properties: { a: { type: "long" } } } });
});
