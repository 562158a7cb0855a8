// @vitest-environment node
import { type JsonObject, type JsonValue, parseJson, isJsonObject } from "@common/text/json";
import { expect, test } from "vitest";
import { boosted } from "./boost";
import { boostClause, boostInputs } from "./boost-clause";

const brand = (value: JsonValue, more: JsonObject = {}): JsonObject => ({ dataField: "brand", value, ...more });

test.each<[JsonObject, string]>([
  [{ value: ["a"] }, "dataField of the stage boost"],
  [{ dataField: "a" }, "value of the stage boost"],
  [{ dataField: "a", value: [] }, "value of the stage boost"],
  [{ dataField: "a", value: [{}] }, "value of the stage boost"],
  [{ dataField: "a", value: [{ location: "1,1", unit: "km" }] }, "value of the stage boost"],
  [brand("a", { queryFormat: "xor" }), "queryFormat of the stage boost"],
  [brand("a", { boostType: "top" }), "boostType of the stage boost"],
  [brand("a", { boostOp: "divide" }), "boostOp of the stage boost"],
  [brand("a", { boostFactor: -1 }), "boostFactor of the stage boost"],
  [brand("a", { boostFactor: 1.5 }), "boostFactor of the stage boost"],
  [brand("a", { boostMaxDocs: "2" }), "boostMaxDocs of the stage boost"],
])("inputs that do not fit are refused (%#)", (inputs, message) => {
  expect(() => boostInputs(inputs)).toThrow(message);
});

test("what is not told, or null, is as usual", () => {
  expect(boostInputs(brand("a", { queryFormat: null, boostMaxDocs: null }))).toMatchObject({
    value: ["a"],
    queryFormat: "or",
    boostType: "score",
    boostOp: "add",
    boostFactor: 1,
  });
});

test("values are looked for by their kind, numbers with all their digits", () => {
  const inputs = parseJson('{"dataField":"f","value":["a b",12345678901234567890,true],"queryFormat":"and"}');
  if (!isJsonObject(inputs)) throw new Error("no object");
  const [, big] = Array.isArray(inputs["value"]) ? inputs["value"] : [];
  expect(boostClause(boostInputs(inputs))).toEqual({
    bool: {
      must: [
        { match: { f: { query: "a b", operator: "and" } } },
        { term: { f: { value: big } } },
        { term: { f: { value: true } } },
      ],
    },
  });
});

const RED: JsonObject = { query: { match: { name: "red" } } };
const find = async () => null;

test("pages behind the threshold stay as they are", async () => {
  const inputs = brand(["last"], { boostSizeThreshold: 10 });
  expect(await boosted(RED, { boosts: [inputs], find })).not.toBe(RED);
  const pages: JsonObject[] = [{ size: 11 }, { from: 1 }, { from: 5, size: 6 }];
  for (const page of pages) {
    const body = { ...RED, ...page };
    expect(await boosted(body, { boosts: [inputs], find })).toBe(body);
  }
});
