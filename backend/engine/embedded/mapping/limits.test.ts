import { stringifyJson, type JsonObject } from "@common/text/json";
import { expect, test } from "vitest";
import { EngineError } from "../errors";
import { createAnalysis } from "../analysis/create-analysis";
import { createMapping } from "./create-mapping";
import { busyMs, MOST_MS } from "../../../../tests/setup/busy";

const analysis = createAnalysis({});

function nested(levels: number): JsonObject {
  let value: JsonObject = { last: 1 };
  for (let level = 0; level < levels; level++) value = { o: value };
  return value;
}

const DOTS = Array.from({ length: 10_000 }, () => "k").join(".");
const MANY = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`field${at}`, at]));

test.each<[string, JsonObject, string]>([
  ["a key of 10,000 dots", { [DOTS]: 1 }, "Limit of mapping depth [20]"],
  ["a key of a megabyte of dots", { [`${"k.".repeat(500_000)}k`]: 1 }, "Limit of mapping depth [20]"],
  ["dots before a letter", { [`k${".".repeat(1_000_000)}k`]: 1 }, "object field starting or ending with a [.]"],
  ["objects in objects", nested(900), "Limit of mapping depth [20]"],
  ["20,000 fields", MANY, "Limit of total fields [1000]"],
  ["20,000 fields below a dotted key", { "a.b": MANY }, "Limit of total fields [1000]"],
])("a document with %s is refused before anything is made of it", (_, source, words) => {
  const mapping = createMapping({ definition: {}, analysis });
  const refused = () => {
    try {
      mapping.parseDocument(source, "1");
    } catch (error) {
      if (error instanceof EngineError) return stringifyJson(error.toBody());
      throw error;
    }
    return undefined;
  };
  expect(refused()).toContain(words);
  expect(busyMs(refused)).toBeLessThan(MOST_MS);
});

test.each<[string, JsonObject, string]>([
  ["a name of 10,000 dots", { properties: { [DOTS]: { type: "long" } } }, "Limit of mapping depth [20]"],
  [
    "objects in objects",
    {
      properties: Array.from({ length: 400 }).reduce<JsonObject>((inner) => ({ o: { properties: inner } }), {
        last: { type: "long" },
      }),
    },
    "Limit of mapping depth [20]",
  ],
  [
    "20,000 fields",
    { properties: Object.fromEntries(Object.keys(MANY).map((name) => [name, { type: "long" }])) },
    "Limit of total fields [1000]",
  ],
  [
    "20,000 multi-fields",
    {
      properties: {
        f: { type: "text", fields: Object.fromEntries(Object.keys(MANY).map((name) => [name, { type: "keyword" }])) },
      },
    },
    "Limit of total fields [1000]",
  ],
])("a mapping with %s is refused before anything is made of it", (_, definition, words) => {
  const empty = createMapping({ definition: {}, analysis });
  for (const refused of [() => createMapping({ definition, analysis }), () => empty.merge(definition)]) {
    expect(refused).toThrow(words);
    expect(busyMs(() => expect(refused).toThrow())).toBeLessThan(MOST_MS);
  }
});

test("what is exactly at the limits is taken", () => {
  const mapping = createMapping({ definition: {}, analysis });
  const fields = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`f${at}`, at]));
  expect(mapping.parseDocument(fields).mapping).toBeDefined();
  expect(mapping.parseDocument(nested(19)).mapping).toBeDefined();
  expect(() => mapping.parseDocument(nested(20))).toThrow("Limit of mapping depth [20]");
  expect(mapping.parseDocument({ [`${"k.".repeat(19)}k`]: 1 }).mapping).toBeDefined();
});

test("no setting of an index lets objects go deeper than 1,000", () => {
  const limits = {
    totalFields: 1_000_000,
    depth: 1_000_000,
    nestedFields: 50,
    nestedObjects: 10_000,
    fieldNameLength: Number.MAX_SAFE_INTEGER,
  };
  const mapping = createMapping({ definition: {}, analysis, limits });
  expect(() => mapping.parseDocument({ [DOTS]: 1 })).toThrow("Limit of mapping depth [1000]");
});
