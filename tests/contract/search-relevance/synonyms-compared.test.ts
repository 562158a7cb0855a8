import { isJsonObject, type JsonObject, parseJson } from "@common/text/json";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { synonymSearchChanges, withSynonymAnalyzers } from "~/services/search-relevance/composition/synonyms";
import { compileGroups, occurrencesIn } from "@common/search-relevance/synonyms/groups-in-text";
import { wordsIn } from "@common/search-relevance/synonyms/words";
import { pluralText } from "@backend/gateway/resources/data/reactivesearch/translate/plural";
import { type Api, openApi } from "../api";
import { randomBelow } from "../../setup/seeds/random";

// 500 random groups twice: in the search analyzers of one index, and kept for another, for which the gateway looks for
// the other words. Both find the same, on every engine.

const WORDS = 1_500;
const DOCUMENTS = 600;
const GROUPS = 500;
const SEARCHES = 160;
const ANALYZED = "synonyms-analyzed";
const KEPT = "synonyms-kept";

const below = randomBelow(2026);
const one = <Item>(items: readonly Item[]): Item => {
  const item = items[below(items.length)];
  if (item === undefined) throw new Error("an empty list");
  return item;
};
const times = <Item>(count: number, make: (at: number) => Item): Item[] =>
  Array.from({ length: count }, (_, at) => make(at));

// Few enough syllables that words are like each other, and no plural of another: the search API asks for plurals too.
const SYLLABLES = ["ka", "lo", "mi", "ter", "nu", "bal", "zo", "rin", "pe", "dur"];
const words = [...new Set(times(WORDS * 2, () => times(2 + below(3), () => one(SYLLABLES)).join("")))].slice(0, WORDS);
const cased = (text: string) =>
  one([text, text, text.toUpperCase(), `${text.charAt(0).toUpperCase()}${text.slice(1)}`]);
const term = () => times(one([1, 1, 1, 2, 3]), () => one(words)).join(one([" ", " ", "-"]));
const groups = times(GROUPS, (at) =>
  at % 4 === 0 ? `${term()},${term()} => ${term()}` : times(2 + below(3), term).join(","),
);
const compiled = compileGroups(groups);
const termsOf = (group: string) => group.split(/,|=>/).map((text) => text.trim());
const titles = times(DOCUMENTS, () =>
  times(1 + below(3), () => cased(one([one(words), one(termsOf(one(groups)))]))).join(" "),
);
const searches = times(SEARCHES, () =>
  cased(times(one([1, 1, 2]), () => one([one(words), ...times(4, () => one(termsOf(one(groups))))])).join(" ")),
);

let api: Api;
async function done(method: string, path: string, body?: object | string): Promise<JsonObject> {
  const { status, text } = await api.call(method, path, body);
  expect([status < 300, text]).toEqual([true, expect.any(String)]);
  const answer = text === "" ? {} : parseJson(text);
  return isJsonObject(answer) ? answer : {};
}
const HitsSchema = z.object({ hits: z.object({ hits: z.array(z.object({ _id: z.string() })) }) });

async function found(index: string, queryFormat: "or" | "and"): Promise<string[][]> {
  const all: string[][] = [];
  for (let from = 0; from < SEARCHES; from += 40) {
    const query = searches.slice(from, from + 40).map((value, at) => ({
      id: `q${at}`,
      value,
      dataField: ["title", "title.synonyms"],
      size: DOCUMENTS,
      queryFormat,
    }));
    const answer = await done("POST", `/${index}/_reactivesearch`, { query });
    all.push(
      ...query.map(({ id }) =>
        HitsSchema.parse(answer[id])
          .hits.hits.map(({ _id }) => _id)
          .sort(),
      ),
    );
  }
  return all;
}

beforeAll(async () => {
  api = await openApi();
  for (const index of [ANALYZED, KEPT]) {
    await api.call("DELETE", `/${index}`);
    const lines = titles.flatMap((title, at) => [
      JSON.stringify({ index: { _id: `d${at}` } }),
      JSON.stringify({ title }),
    ]);
    await done("POST", `/${index}/_bulk?refresh=true`, `${lines.join("\n")}\n`);
  }
  const { [ANALYZED]: settings = {} } = await done("GET", `/${ANALYZED}/_settings`);
  const path = ["settings", "index", "analysis"];
  const analysis = path.reduce(
    (at, step) => (isJsonObject(at) && isJsonObject(at[step] ?? null) ? (at[step] as JsonObject) : {}),
    isJsonObject(settings) ? settings : {},
  );
  const { analyzer = {}, filter = {} } = withSynonymAnalyzers(analysis, groups);
  await done("POST", `/${ANALYZED}/_close`);
  await done("PUT", `/${ANALYZED}/_settings`, { index: { analysis: { analyzer, filter } } });
  await done("POST", `/${ANALYZED}/_open`);
  const { [ANALYZED]: mapped = {} } = await done("GET", `/${ANALYZED}/_mapping`);
  const mappings =
    isJsonObject(mapped) && isJsonObject(mapped["mappings"] ?? null) ? (mapped["mappings"] as JsonObject) : {};
  const changes = synonymSearchChanges(mappings);
  if (changes !== null) await done("PUT", `/${ANALYZED}/_mapping`, changes);
  await done(
    "PUT",
    `/_synonym/${KEPT}`,
    groups.map((synonym) => ({ type: synonym.includes("=>") ? "one-way" : "equivalent", synonym })),
  );
}, 120_000);
afterAll(() => api.close());

type Compared = { text: string; missing: string[]; more: string[] };
async function compared(queryFormat: "or" | "and"): Promise<Compared[]> {
  const [analyzed, kept] = [await found(ANALYZED, queryFormat), await found(KEPT, queryFormat)];
  const titleOf = (id: string) => titles[Number(id.slice(1))] ?? "";
  return searches.map((text, at) => {
    const [one, other] = [analyzed[at] ?? [], kept[at] ?? []];
    return {
      text,
      missing: one.filter((id) => !other.includes(id)).map(titleOf),
      more: other.filter((id) => !one.includes(id)).map(titleOf),
    };
  });
}

const alternativesOf = (text: string) =>
  occurrencesIn(text, compiled).flatMap(({ alternatives }) =>
    alternatives.map((found) => wordsIn(found.text).map(({ word }) => word)),
  );

// The search API takes the last word for begun, and asks for its plural too. Analyzers have the one act on the other
// words as well, which nobody began, and with the other find no group that ends there, but a shorter one within it. Of
// several words that stand for what was typed one-way they take each alone.
function isOfAnalyzersAlone(title: string, text: string): boolean {
  const has = wordsIn(title).map(({ word }) => word);
  const begins = alternativesOf(text).some((words) =>
    has.some((word) => word !== words.at(-1) && word.startsWith(words.at(-1) ?? "-")),
  );
  const within = alternativesOf(pluralText(text)).some((words) => ` ${has.join(" ")} `.includes(` ${words.join(" ")}`));
  const each = alternativesOf(text).some((words) => words.length > 1 && has.some((word) => words.includes(word)));
  return begins || each || (within && alternativesOf(text).length > 0);
}

test("kept groups find what the same groups find in the analyzers of an index", async () => {
  const all = await compared("or");
  expect(all.filter(({ text, missing }) => missing.some((title) => !isOfAnalyzersAlone(title, text)))).toEqual([]);
  expect(all.filter(({ more }) => more.length > 0)).toEqual([]);
});

test("in searches for all words also what has the other words of a group beside the rest", async () => {
  const all = await compared("and");
  expect(all.filter(({ text, missing }) => missing.some((title) => !isOfAnalyzersAlone(title, text)))).toEqual([]);
  const more = all.filter(({ more }) => more.length > 0);
  expect(more.length).toBeGreaterThan(0);
  // The analyzers miss them where a group of several words stands among others.
  expect(more.filter(({ text }) => wordsIn(text).length < 2)).toEqual([]);
});
