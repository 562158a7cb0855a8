import { isJsonObject, type JsonObject, parseJson } from "@common/json";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { synonymSearchChanges, withSynonymAnalyzers } from "~/services/relevance/composition/synonyms";
import { type Api, openApi } from "./api";

// What the console does to an index for its synonyms, on the engine under test: they act on searches alone, so a re-index changes nothing.

let api: Api;
beforeAll(async () => {
  api = await openApi();
}, 60_000);
afterAll(() => api.close());

const GROUPS = ["sofa,couch", "tv,telly => television", "living room,lounge"];
const TITLES = ["A Sofa", "A couch", "A TV", "A telly", "A Television", "The living room", "The Lounge"];
const HitsSchema = z.object({ hits: z.object({ hits: z.array(z.object({ _source: z.object({ title: z.string() }) })) }) });

async function read(path: string, ...steps: string[]): Promise<JsonObject> {
  const answer = parseJson((await api.call("GET", path)).text);
  const first = isJsonObject(answer) ? Object.values(answer)[0] : undefined;
  const found = steps.reduce((here, step) => (here !== undefined && isJsonObject(here) ? here[step] : undefined), first);
  return found !== undefined && isJsonObject(found) ? found : {};
}

async function done(method: string, path: string, body?: object): Promise<void> {
  const { status, text } = await api.call(method, path, body);
  expect([status, text]).toEqual([200, expect.any(String)]);
}

async function apply(index: string, groups: string[]): Promise<void> {
  const { analyzer = {}, filter = {} } = withSynonymAnalyzers(await read(`/${index}/_settings`, "settings", "index", "analysis"), groups);
  await done("POST", `/${index}/_close`);
  await done("PUT", `/${index}/_settings`, { index: { analysis: parsed({ analyzer, filter }) } });
  await done("POST", `/${index}/_open`);
  const changes = synonymSearchChanges(await read(`/${index}/_mapping`, "mappings"));
  if (changes !== null) await done("PUT", `/${index}/_mapping`, parsed(changes));
}

const parsed = (value: object): object => JSON.parse(JSON.stringify(value)) as object;

async function found(index: string, text: string): Promise<string[]> {
  const { body } = await api.call("POST", `/${index}/_search`, { size: 20, query: { match_phrase: { "title.synonyms": text } } });
  return HitsSchema.parse(body)
    .hits.hits.map(({ _source }) => _source.title)
    .sort();
}

async function acts(index: string): Promise<void> {
  for (const text of ["sofa", "Sofa", "COUCH"]) expect([text, await found(index, text)]).toEqual([text, ["A Sofa", "A couch"]]);
  for (const text of ["tv", "TV", "Telly"]) expect([text, await found(index, text)]).toEqual([text, ["A Television"]]);
  for (const text of ["television", "Television"]) expect([text, await found(index, text)]).toEqual([text, ["A Television"]]);
  for (const text of ["lounge", "Living Room"]) expect([text, await found(index, text)]).toEqual([text, ["The Lounge", "The living room"]]);
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
    expect((await api.call("POST", `/${index}/_count`, { query: { match: { "other.synonyms": "Couch" } } })).body).toMatchObject({ count: 1 });
  });

  test("act the same after a re-index, and others can be applied then", async () => {
    await done("POST", `/_reindex/${index}?wait_for_completion=true`, {});
    await api.call("POST", `/${index}/_refresh`);
    await acts(index);
    await apply(index, ["sofa,telly"]);
    expect([await found(index, "Sofa"), await found(index, "couch")]).toEqual([["A Sofa", "A telly"], ["A couch"]]);
  });
});
