import { describe, expect, test } from "vitest";
import { api, get, openSuggestions, path, put } from "./support/suggestions";

openSuggestions();

const NO_INDEX = {
  indices: null,
  showDistinctSuggestions: null,
  enablePredictiveSuggestions: null,
  applyStopwords: null,
  enableSynonyms: null,
  maxPredictedWords: null,
  size: null,
  customStopwords: null,
  includeFields: null,
  excludeFields: null,
  categoryField: null,
  urlField: null,
  customQuery: null,
};

const FIRST_POPULAR = {
  indices: null,
  numberOfDays: 30,
  minCount: 1,
  minHits: 5,
  minChars: 3,
  size: 0,
  blacklist: null,
  transformDiacritics: false,
  externalSuggestions: null,
  lastSyncedTime: 0,
  aliasToIndex: "",
  index: ".suggestions",
};

const SAVED = { code: 200, status: "OK", message: "Preferences saved successfully" };

describe("preferences of suggestions", () => {
  test.each([
    ["popular", FIRST_POPULAR],
    ["recent", { indices: null, minHits: 0, minChars: 0, size: 0 }],
    ["index", NO_INDEX],
  ])("of %s before any save: 200 with nulls and zeros, and the defaults of a first start", async (kind, body) => {
    expect(await api.call("GET", path(kind))).toMatchObject({ status: 200, body });
    expect(await get(kind)).toEqual(body);
  });

  test("are replaced as a whole, and answered with a message", async () => {
    expect((await put("recent", { indices: ["shoes"], minHits: 2, minChars: 3, size: 7 })).body).toEqual(SAVED);
    expect(await get("recent")).toEqual({ indices: ["shoes"], minHits: 2, minChars: 3, size: 7 });
    expect((await put("recent", { size: 4 })).body).toEqual(SAVED);
    expect(await get("recent")).toEqual({ indices: null, minHits: 0, minChars: 0, size: 4 });
    const index = {
      ...NO_INDEX,
      indices: ["hats"],
      size: 6,
      enableSynonyms: false,
      maxPredictedWords: 3,
      customStopwords: ["of"],
      customQuery: "top",
    };
    expect((await put("index", index)).body).toEqual(SAVED);
    expect(await get("index")).toEqual(index);
    await put("index", {});
    expect(await get("index")).toEqual(NO_INDEX);
  });

  test.each([
    ["popular", { numberOfDays: 0 }, "numberOfDays must be between 1 and 365"],
    ["popular", { numberOfDays: 366 }, "numberOfDays must be between 1 and 365"],
    ["popular", { minCount: 1001 }, "minCount must be between 0 and 1000"],
    ["popular", { minHits: -1 }, "minHits must not be less than 0"],
    ["popular", { minChars: -1 }, "minChars must not be less than 0"],
    ["popular", { externalSuggestions: [{ count: 3 }] }, "key is required for each of externalSuggestions"],
    [
      "popular",
      { externalSuggestions: [{ key: "a" }] },
      "count is required for each of externalSuggestions, and not negative: a",
    ],
    ["recent", { size: 0 }, "size must be between 1 and 100"],
    ["recent", { size: 101 }, "size must be between 1 and 100"],
    ["recent", { minHits: -1 }, "minHits must not be less than 0"],
    ["index", { size: 0 }, "size must be between 1 and 100"],
    ["index", { maxPredictedWords: 6 }, "maxPredictedWords must be between 1 and 5"],
    ["index", { categoryField: "" }, "categoryField must not be empty, leave it out or send null"],
    ["index", { customQuery: "" }, "customQuery must not be empty, leave it out or send null"],
  ])("of %s: %j is refused with 500 and a sentence", async (kind, body, message) => {
    const before = await get(kind);
    const reply = await put(kind, body);
    expect([reply.status, reply.body]).toEqual([
      500,
      { error: { code: 500, status: "Internal Server Error", message } },
    ]);
    expect(await get(kind)).toEqual(before);
  });

  test.each([
    ["recent", "{"],
    ["recent", "[]"],
    ["index", { size: "3" }],
    ["popular", { indices: "shoes" }],
    ["popular", { size: 1.5 }],
  ])("of %s: %j is no such record, 400", async (kind, body) => {
    expect((await put(kind, body)).status).toBe(400);
  });

  test("nodes tell each other of a save, which changes nothing", async () => {
    const before = await get("recent");
    expect((await api.call("PUT", `${path("recent")}?local=true`, { size: 9 })).status).toBe(200);
    expect(await get("recent")).toEqual(before);
  });

  test("are saved by whoever may use all indices alone", async () => {
    const as = await api.credential({ categories: ["suggestions"], ops: ["read", "write"], indices: ["shoes"] });
    expect((await api.call("GET", path("recent"), undefined, { as })).status).toBe(200);
    expect((await api.call("PUT", path("recent"), { size: 3 }, { as })).status).toBe(401);
  });
});
