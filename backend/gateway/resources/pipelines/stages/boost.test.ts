// @vitest-environment node
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type JsonObject, type JsonValue, parseJson, stringifyJson } from "@common/text/json";
import { type EmbeddedEngine, openEmbeddedEngine } from "@backend/engine/embedded/open";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { fill } from "../../../../../tests/engines/stand";
import { boosted } from "./boost";

const mappings = {
  properties: {
    name: { type: "text" },
    brand: { type: "keyword" },
    price: { type: "integer" },
    place: { type: "geo_point" },
  },
};
const DOCUMENTS = [
  { id: "1", source: { name: "red red red boots", brand: "acme", price: 10, place: "52.5,13.4" } },
  { id: "2", source: { name: "red red boots and more", brand: "other", price: 20, place: "48.1,11.5" } },
  { id: "3", source: { name: "red boots and many more of them", brand: "acme", price: 30, place: "48.2,11.6" } },
  { id: "4", source: { name: "boots that are red, long, warm, and not at all cheap", brand: "last", price: 40 } },
  { id: "5", source: { name: "blue hat", brand: "acme", price: 50 } },
];
const AnswerSchema = z.object({
  hits: z.object({ hits: z.array(z.object({ _id: z.string(), _score: z.number().nullable() })) }),
});
const RED: JsonObject = { query: { match: { name: "red" } } };
const folder = mkdtempSync(join(tmpdir(), "searchdeck-boost-"));
let opened: EmbeddedEngine;
let asked: JsonObject[] = [];

beforeAll(async () => {
  opened = await openEmbeddedEngine({ folder });
  await fill(opened.handle, { index: "things", mappings, documents: DOCUMENTS });
});

afterAll(async () => {
  await opened.close();
  rmSync(folder, { recursive: true, force: true });
});

async function ask(body: JsonObject): Promise<JsonValue> {
  const answer = await opened.handle({ method: "POST", path: "/things/_search", body: stringifyJson(body) });
  return parseJson(answer.body);
}

async function find(body: JsonObject): Promise<JsonValue> {
  asked.push(body);
  return ask(body);
}

async function scores(body: JsonObject, ...boosts: JsonObject[]): Promise<[string, number | null][]> {
  asked = [];
  const answer = AnswerSchema.parse(await ask(await boosted(body, { boosts, find })));
  return answer.hits.hits.map(({ _id, _score }) => [_id, _score]);
}

const ids = async (body: JsonObject, ...boosts: JsonObject[]) => (await scores(body, ...boosts)).map(([id]) => id);
const brand = (value: JsonValue, more: JsonObject = {}): JsonObject => ({ dataField: "brand", value, ...more });

describe("scores", () => {
  test("a number is added to what matches, and to nothing else", async () => {
    const before = new Map(await scores(RED));
    const after = new Map(await scores(RED, brand(["last"], { boostFactor: 3 })));
    expect([...after.keys()][0]).toBe("4");
    expect(after.get("4")).toBeCloseTo((before.get("4") ?? 0) + 3, 5);
    for (const id of ["1", "2", "3"]) expect(after.get(id)).toBeCloseTo(before.get(id) ?? 0, 6);
  });

  test("or is multiplied", async () => {
    const before = new Map(await scores(RED));
    const after = new Map(await scores(RED, brand(["last"], { boostOp: "multiply", boostFactor: 10 })));
    expect(after.get("4")).toBeCloseTo((before.get("4") ?? 0) * 10, 4);
    expect(after.get("1")).toBeCloseTo(before.get("1") ?? 0, 6);
  });

  test("one is added unless told", async () => {
    const all = new Map(await scores({}, brand("acme")));
    expect(Object.fromEntries(all)).toEqual({ 1: 2, 2: 1, 3: 2, 4: 1, 5: 2 });
  });

  test("several boosts add up", async () => {
    const all = await scores({}, brand("acme", { boostFactor: 2 }), {
      dataField: "price",
      value: [{ start: 50 }],
      boostFactor: 5,
    });
    expect(Object.fromEntries(all)).toEqual({ 1: 3, 2: 1, 3: 3, 4: 1, 5: 8 });
  });
});

describe("what is boosted", () => {
  const boostedBy = async (inputs: JsonObject) =>
    (await scores({}, inputs)).flatMap(([id, score]) => (score === 1 ? [] : [id])).sort();

  test.each<[string, JsonObject, string[]]>([
    ["a text", { dataField: "name", value: ["hat"] }, ["5"]],
    ["any word of a text", { dataField: "name", value: ["hat cheap"] }, ["4", "5"]],
    ["all words of a text", { dataField: "name", value: ["red cheap"], queryFormat: "and" }, ["4"]],
    ["any of the values", { dataField: "brand", value: ["other", "last"] }, ["2", "4"]],
    ["all of the values", { dataField: "name", value: ["blue", "hat"], queryFormat: "and" }, ["5"]],
    ["a number", { dataField: "price", value: [20, 40] }, ["2", "4"]],
    ["a range", { dataField: "price", value: [{ start: 20, end: 30 }] }, ["2", "3"]],
    ["an open range", { dataField: "price", value: [{ end: 20 }] }, ["1", "2"]],
    ["a distance", { dataField: "place", value: [{ location: "48.1,11.5", distance: 50, unit: "km" }] }, ["2", "3"]],
    ["one value without a list", { dataField: "price", value: 50 }, ["5"]],
  ])("%s", async (_name, inputs, found) => expect(await boostedBy(inputs)).toEqual(found));
});

describe("promoted documents", () => {
  test("come first in their order, and the others in theirs", async () => {
    expect(await ids(RED)).toEqual(["1", "2", "3", "4"]);
    expect(await ids(RED, brand(["last", "other"], { boostType: "promote" }))).toEqual(["2", "4", "1", "3"]);
    expect(asked).toEqual([]);
  });

  test("are as many as are told, the best ones", async () => {
    const inputs = { dataField: "price", value: [{ start: 20 }], boostType: "promote", boostMaxDocs: 2 };
    expect(await ids(RED, inputs)).toEqual(["2", "3", "1", "4"]);
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ size: 2, _source: false });
  });

  test("are the same on the next page", async () => {
    const inputs = brand(["last"], { boostType: "promote", boostMaxDocs: 1 });
    expect(await ids({ ...RED, from: 0, size: 2 }, inputs)).toEqual(["4", "1"]);
    expect(await ids({ ...RED, from: 2, size: 2 }, inputs)).toEqual(["2", "3"]);
  });

  test("are none where nothing may be, or is there", async () => {
    const before = await boosted(RED, { boosts: [brand(["acme"], { boostType: "promote", boostMaxDocs: 0 })], find });
    expect(before).toBe(RED);
    const none = brand(["nobody"], { boostType: "promote", boostMaxDocs: 3 });
    expect(await boosted(RED, { boosts: [none], find })).toBe(RED);
    expect(await boosted(RED, { boosts: [none], find: async () => null })).toBe(RED);
  });

  test("go before an order of the search's own, which stays behind it", async () => {
    const body: JsonObject = { ...RED, sort: [{ price: { order: "desc" } }] };
    expect(await ids(body, brand(["acme"], { boostType: "promote" }))).toEqual(["3", "1", "4", "2"]);
    expect(await ids(body, brand(["acme"], { boostType: "promote", boostMaxDocs: 1 }))).toEqual(["3", "4", "2", "1"]);
    expect(await ids({ ...RED, sort: ["_score", "price"] }, brand(["last"], { boostType: "promote" }))).toEqual([
      "4",
      "1",
      "2",
      "3",
    ]);
  });

  test("come first where nothing has a score", async () => {
    const body: JsonObject = { query: { bool: { filter: [{ match: { name: "red" } }] } } };
    expect((await ids(body, brand(["last"], { boostType: "promote" })))[0]).toBe("4");
  });

  test("of several stages stand together, before scores that were boosted", async () => {
    const found = await ids(
      RED,
      brand(["last"], { boostType: "promote" }),
      brand(["other"], { boostType: "promote", boostMaxDocs: 1 }),
      { dataField: "price", value: 30, boostFactor: 50 },
    );
    expect(found).toEqual(["2", "4", "3", "1"]);
  });

  test("stay what the search finds", async () => {
    expect(await ids(RED, brand(["acme"], { boostType: "promote" }))).not.toContain("5");
    expect(await ids(RED, brand(["acme"], { boostType: "promote", boostMaxDocs: 9 }))).not.toContain("5");
  });
});
