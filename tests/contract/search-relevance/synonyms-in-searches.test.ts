import { isJsonObject, type JsonObject, parseJson } from "@common/text/json";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { synonymSearchChanges, withSynonymAnalyzers } from "~/services/search-relevance/composition/synonyms";
import { type Api, openApi } from "../api";

// Synonyms on the engine under test: those that are kept act on searches of the search API at once, and what older
// consoles put into an index acts on searches alone, so that a re-index changes nothing.

let api: Api;
beforeAll(async () => {
  api = await openApi();
}, 60_000);
afterAll(() => api.close());

const GROUPS = ["sofa,couch", "tv,telly => television", "living room,lounge"];
const TITLES = ["A Sofa", "A couch", "A TV", "A telly", "A Television", "The living room", "The Lounge"];
const HitsSchema = z.object({
  hits: z.object({ hits: z.array(z.object({ _source: z.object({ title: z.string() }) })) }),
});

async function read(path: string, ...steps: string[]): Promise<JsonObject> {
  const answer = parseJson((await api.call("GET", path)).text);
  const first = isJsonObject(answer) ? Object.values(answer)[0] : undefined;
  const found = steps.reduce(
    (here, step) => (here !== undefined && isJsonObject(here) ? here[step] : undefined),
    first,
  );
  return found !== undefined && isJsonObject(found) ? found : {};
}

async function done(method: string, path: string, body?: object): Promise<void> {
  const { status, text } = await api.call(method, path, body);
  expect([status, text]).toEqual([200, expect.any(String)]);
}

async function apply(index: string, groups: string[]): Promise<void> {
  const { analyzer = {}, filter = {} } = withSynonymAnalyzers(
    await read(`/${index}/_settings`, "settings", "index", "analysis"),
    groups,
  );
  await done("POST", `/${index}/_close`);
  await done("PUT", `/${index}/_settings`, { index: { analysis: parsed({ analyzer, filter }) } });
  await done("POST", `/${index}/_open`);
  const changes = synonymSearchChanges(await read(`/${index}/_mapping`, "mappings"));
  if (changes !== null) await done("PUT", `/${index}/_mapping`, parsed(changes));
}

const parsed = (value: object): object => JSON.parse(JSON.stringify(value)) as object;

async function found(index: string, text: string): Promise<string[]> {
  const { body } = await api.call("POST", `/${index}/_search`, {
    size: 20,
    query: { match_phrase: { "title.synonyms": text } },
  });
  return HitsSchema.parse(body)
    .hits.hits.map(({ _source }) => _source.title)
    .sort();
}

async function acts(index: string): Promise<void> {
  for (const text of ["sofa", "Sofa", "COUCH"])
    expect([text, await found(index, text)]).toEqual([text, ["A Sofa", "A couch"]]);
  for (const text of ["tv", "TV", "Telly"]) expect([text, await found(index, text)]).toEqual([text, ["A Television"]]);
  for (const text of ["television", "Television"])
    expect([text, await found(index, text)]).toEqual([text, ["A Television"]]);
  for (const text of ["lounge", "Living Room"])
    expect([text, await found(index, text)]).toEqual([text, ["The Lounge", "The living room"]]);
}

describe("synonyms in searches", () => {
  const index = "words-applied";

  test("act at once, whatever the capitals and one-way in one direction; on documents that come later too", async () => {
    await api.call("DELETE", `/${index}`);
    for (const title of TITLES.slice(0, 4)) await api.call("POST", `/${index}/_doc`, { title });
    await api.call("POST", `/${index}/_refresh`);
    await apply(index, GROUPS);
    for (const title of TITLES.slice(4)) await api.call("POST", `/${index}/_doc`, { title });
    await api.call("POST", `/${index}/_refresh`);
    await acts(index);
    expect(synonymSearchChanges(await read(`/${index}/_mapping`, "mappings"))).toBeNull();
    // A field that only now comes is searched with them as well.
    await api.call("POST", `/${index}/_doc?refresh=true`, { other: "Red Sofa" });
    expect(
      (await api.call("POST", `/${index}/_count`, { query: { match: { "other.synonyms": "Couch" } } })).body,
    ).toMatchObject({ count: 1 });
  });

  test("act the same after a re-index, and others can be applied then", async () => {
    await done("POST", `/_reindex/${index}?wait_for_completion=true`, {});
    await api.call("POST", `/${index}/_refresh`);
    await acts(index);
    await apply(index, ["sofa,telly"]);
    expect([await found(index, "Sofa"), await found(index, "couch")]).toEqual([["A Sofa", "A telly"], ["A couch"]]);
  });
});

describe("synonyms that are kept", () => {
  const index = "words-kept";
  const FIELDS = ["title", "title.synonyms", "title.keyword"];

  async function titles(value: string, more: object = {}, at = index): Promise<string[]> {
    const { status, text, body } = await api.call("POST", `/${at}/_reactivesearch`, {
      query: [{ id: "r", value, dataField: FIELDS, fieldWeights: [3, 1, 1], size: 20, ...more }],
    });
    expect([status, text]).toEqual([200, expect.any(String)]);
    return z
      .object({ r: HitsSchema })
      .parse(body)
      .r.hits.hits.map(({ _source }) => _source.title);
  }
  const kept = async (...groups: string[]) =>
    expect(
      (
        await api.call(
          "PUT",
          `/_synonym/${index}`,
          groups.map((synonym) => ({ type: synonym.includes("=>") ? "one-way" : "equivalent", synonym })),
        )
      ).status,
    ).toBe(202);

  beforeAll(async () => {
    for (const title of [
      ...TITLES,
      "Science Fiction classics",
      "A classic sci-fi film",
      "The science of fiction",
      "Fiction",
    ])
      await api.call("POST", `/${index}/_doc`, { title });
    await api.call("POST", `/${index}/_refresh`);
  });

  test("act with the next search of the gateway that keeps them, without a change to the index", async () => {
    expect(await titles("couch")).toEqual(["A couch"]);
    await kept(...GROUPS, "sci-fi,science fiction");
    for (const text of ["sofa", "Sofa", "COUCH"]) expect((await titles(text)).sort()).toEqual(["A Sofa", "A couch"]);
    expect((await titles("couch"))[0]).toBe("A couch");
    // One-way: only what is typed leads to the other.
    expect((await titles("tv")).sort()).toEqual(["A TV", "A Television"]);
    expect(await titles("television")).toEqual(["A Television"]);
    expect(await titles("Lounge")).toEqual(["The Lounge", "The living room"]);
  });

  test("of several words stand together, wherever the searched words stand", async () => {
    expect((await titles("sci-fi", { queryFormat: "and" })).sort()).toEqual([
      "A classic sci-fi film",
      "Science Fiction classics",
    ]);
    expect(await titles("classics sci fi", { queryFormat: "and" })).toEqual(["Science Fiction classics"]);
    expect(await titles("sci fi sofa", { queryFormat: "and" })).toEqual([]);
    expect(await titles("Fiction", { queryFormat: "and" })).toHaveLength(3);
    // What is forgiven of the words that were typed is not forgiven of those that they stand for.
    expect(await titles("classsics sci fi", { queryFormat: "and", fuzziness: 1 })).toEqual([
      "Science Fiction classics",
    ]);
  });

  test("stay out of searches that want none, and of other indices", async () => {
    expect(await titles("couch", { enableSynonyms: false })).toEqual(["A couch"]);
    expect(await titles("couch", { searchOperators: true, dataField: ["title"] })).toEqual(["A couch"]);
    await api.call("POST", "/words-other/_doc?refresh=true", { title: "Another sofa" });
    expect(await titles("couch", {}, "words-other")).toEqual([]);
    expect((await titles("couch", {}, "words-*")).sort()).toContain("Another sofa");
  });

  test("go when they are deleted", async () => {
    expect((await api.call("DELETE", `/_synonyms/${index}`)).status).toBe(200);
    expect(await titles("couch")).toEqual(["A couch"]);
  });
});
