import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { SEARCH_LIMITS } from "@common/limits/search";
import { type Api, openApi } from "../api";

// `queryFormat: "and"`: every document that holds all words is found, each word in whichever field it stands
// (docs/reference/spec-differences.md).

/**
 * Two words of a language in the forms in which they are typed and stored, a word that its analyzer leaves out, and
 * typing errors of the two.
 */
type Language = {
  analyzer: string;
  typed: [string, string];
  stored: [string, string];
  stop: string | null;
  wrong: [string, string] | null;
};

const LANGUAGES: Record<string, Language> = {
  english: {
    analyzer: "english",
    typed: ["sony", "lamp"],
    stored: ["Sony", "Lamps"],
    stop: "the",
    wrong: ["sonny", "lanp"],
  },
  german: {
    analyzer: "german",
    typed: ["große", "lampe"],
    stored: ["Große", "Lampen"],
    stop: "der",
    wrong: ["groze", "lanpe"],
  },
  french: {
    analyzer: "french",
    typed: ["lampe", "verte"],
    stored: ["Lampes", "vertes"],
    stop: "les",
    wrong: ["lanpe", "verde"],
  },
  spanish: {
    analyzer: "spanish",
    typed: ["lámpara", "verde"],
    stored: ["Lámparas", "verdes"],
    stop: "las",
    wrong: ["lámbara", "verfe"],
  },
  russian: {
    analyzer: "russian",
    typed: ["лампа", "зелёная"],
    stored: ["Лампы", "зелёная"],
    stop: "и",
    wrong: ["ланпа", "зеленая"],
  },
  greek: {
    analyzer: "greek",
    typed: ["λάμπα", "πράσινη"],
    stored: ["Λάμπα", "πράσινη"],
    stop: "και",
    wrong: ["λάμτα", "πράσηνη"],
  },
  arabic: {
    analyzer: "arabic",
    typed: ["مصباح", "أخضر"],
    stored: ["المصباح", "أخضر"],
    stop: "من",
    wrong: ["مصباج", "أخصر"],
  },
  finnish: {
    analyzer: "finnish",
    typed: ["lamppu", "vihreä"],
    stored: ["Lamppu", "vihreä"],
    stop: "ja",
    wrong: ["lamqpu", "vihkeä"],
  },
  chinese: { analyzer: "cjk", typed: ["东京", "台灯"], stored: ["东京", "台灯"], stop: null, wrong: null },
  japanese: { analyzer: "cjk", typed: ["東京", "ランプ"], stored: ["東京", "ランプ"], stop: null, wrong: null },
  korean: { analyzer: "cjk", typed: ["소니", "램프"], stored: ["소니", "램프"], stop: null, wrong: null },
};
const FIELDS = ["brand", "title", "title.lang", "title.search", "title.keyword"];
const HitsSchema = z.object({
  s: z.object({ status: z.literal(200), hits: z.object({ hits: z.array(z.object({ _id: z.string() })) }) }),
});

let api: Api;
beforeAll(async () => {
  api = await openApi();
}, 60_000);
afterAll(() => api.close());

async function make(
  index: string,
  { analyzer, rows }: { analyzer: string; rows: Record<string, unknown>[] },
): Promise<void> {
  const grams = {
    analyzer: { grams: { tokenizer: "standard", filter: ["lowercase", "grams"] } },
    filter: { grams: { type: "ngram", min_gram: 3, max_gram: 4 } },
  };
  const title = {
    type: "text",
    analyzer: "standard",
    fields: {
      lang: { type: "text", analyzer },
      search: { type: "text", analyzer: "grams", search_analyzer: "standard" },
      keyword: { type: "keyword" },
    },
  };
  const mappings = {
    properties: { title, brand: { type: "text", analyzer: "standard" }, note: { type: "text", analyzer } },
  };
  await api.call("DELETE", `/${index}`);
  expect((await api.call("PUT", `/${index}`, { settings: { index: { analysis: grams } }, mappings })).status).toBe(200);
  const lines = rows.map((row, at) => `{"index":{"_id":"${at}"}}\n${JSON.stringify(row)}\n`).join("");
  expect((await api.call("POST", `/${index}/_bulk?refresh=true`, lines)).body).toMatchObject({ errors: false });
}

async function found(index: string, value: string, more: Record<string, unknown> = {}): Promise<string[]> {
  const query = { id: "s", dataField: FIELDS, queryFormat: "and", size: 100, value, ...more };
  const { body, text } = await api.call("POST", `/${index}/_reactivesearch`, { query: [query] });
  const read = HitsSchema.safeParse(body);
  expect(read.success, text).toBe(true);
  return read.success ? read.data.s.hits.hits.map(({ _id }) => _id).sort() : [];
}

describe.each(Object.entries(LANGUAGES))("all words in %s", (name, { analyzer, typed, stored, stop, wrong }) => {
  const index = `words-${name}`;
  const [one, other] = stored;
  const dataField = [...FIELDS, "note"];
  // Words of languages without spaces stand apart in the query, and together in a field.
  const text = typed.join(" ");
  beforeAll(async () => {
    const rows = [
      { title: one, brand: typed[1] },
      { brand: typed[0], note: other },
      { title: `${one} ${other}`, brand: "zzz" },
      { title: one, brand: "zzz", note: one },
      { title: other, note: other },
      { title: "zzz" },
    ];
    await make(index, { analyzer, rows });
  });

  test("finds the documents that hold them all, wherever each stands, and no others", async () => {
    expect(await found(index, text, { dataField })).toEqual(["0", "1", "2"]);
    expect(await found(index, typed.toReversed().join(" "), { dataField })).toEqual(["0", "1", "2"]);
    expect(await found(index, `${text} qqqq`, { dataField })).toEqual([]);
    expect(await found(index, typed[0], { dataField })).toEqual(["0", "1", "2", "3"]);
  });

  test.runIf(stop !== null)("asks for no stop words where a field has none", async () => {
    expect(await found(index, `${stop ?? ""} ${text}`, { dataField })).toEqual(["0", "1", "2"]);
    expect(await found(index, stop ?? "", { dataField })).toEqual([]);
  });

  test.runIf(wrong !== null)("forgives typing errors where it is told to", async () => {
    const [first = "", second = ""] = wrong ?? [];
    for (const mistyped of [`${first} ${typed[1]}`, `${first} ${second}`]) {
      expect(await found(index, mistyped, { dataField, fuzziness: "AUTO" })).toEqual(["0", "1", "2"]);
      expect(await found(index, mistyped, { dataField })).toEqual([]);
    }
  });
});

test("words without spaces between them may stand in several fields", async () => {
  const rows = [
    { title: "东京", brand: "台灯" },
    { title: "东京台灯" },
    { title: "东京" },
    { title: "台灯", brand: "上海" },
  ];
  await make("words-unspaced", { analyzer: "cjk", rows });
  expect(await found("words-unspaced", "东京台灯")).toEqual(["0", "1"]);
});

test("rank features raise what is found, and are not asked for", async () => {
  const index = "words-ranked";
  await api.call("DELETE", `/${index}`);
  await api.call("PUT", `/${index}`, {
    mappings: { properties: { title: { type: "text" }, brand: { type: "text" }, stars: { type: "rank_feature" } } },
  });
  const rows = [
    { title: "lamp", brand: "Sony" },
    { title: "lamp", brand: "Sony", stars: 5 },
    { title: "lamp", stars: 9 },
  ];
  await api.call(
    "POST",
    `/${index}/_bulk?refresh=true`,
    rows.map((row, at) => `{"index":{"_id":"${at}"}}\n${JSON.stringify(row)}\n`).join(""),
  );
  expect(
    await found(index, "sony lamp", {
      dataField: ["title", "brand"],
      rankFeature: { stars: { boost: 2, saturation: { pivot: 1 } } },
    }),
  ).toEqual(["0", "1"]);
});

test("words past the bound are looked for together, in one field", async () => {
  const most = SEARCH_LIMITS.allWords.most;
  const words = Array.from({ length: most + 2 }, (_, at) => `w${at}`);
  const parted = (at: number) => ({ title: words.slice(0, at).join(" "), note: words.slice(at).join(" ") });
  await make("words-many", {
    analyzer: "english",
    rows: [parted(1), parted(most - 1), parted(most), { title: words.join(" ") }, { title: words.slice(1).join(" ") }],
  });
  const dataField = ["title", "note"];
  expect(await found("words-many", words.slice(0, most).join(" "), { dataField })).toEqual(["0", "1", "2", "3"]);
  expect(await found("words-many", words.join(" "), { dataField })).toEqual(["0", "1", "3"]);
});

// OpenSearch counts the clauses of a whole query, and refuses the wide one as the real server asks it too.
const WIDTHS = [5, ...(process.env["TEST_ENGINE_URL"] === undefined ? [100] : [])];

test.each(WIDTHS)("twenty words in %i fields are looked for one by one", async (width) => {
  const index = `words-wide-${width}`;
  const fields = Array.from({ length: width }, (_, at) => `f${at}`);
  const words = Array.from({ length: 20 }, (_, at) => `w${at}`);
  const analyzers = ["english", "standard"];
  const properties = Object.fromEntries(
    fields.map((field, at) => [field, { type: "text", analyzer: analyzers[at % 2] }]),
  );
  await api.call("DELETE", `/${index}`);
  await api.call("PUT", `/${index}`, { mappings: { properties } });
  const spreadOver = (some: readonly string[]) =>
    Object.fromEntries(
      fields.map((field, at) => [
        field,
        some.filter((_, word) => (word * Math.ceil(width / 20)) % width === at).join(" "),
      ]),
    );
  const lines = [words, words.slice(1)]
    .map((some, at) => `{"index":{"_id":"${at}"}}\n${JSON.stringify(spreadOver(some))}\n`)
    .join("");
  await api.call("POST", `/${index}/_bulk?refresh=true`, lines);
  expect(await found(index, words.join(" "), { dataField: fields })).toEqual(["0"]);
  expect(await found(index, words.join(" "), { dataField: fields, fuzziness: "AUTO" })).toEqual(["0"]);
});

test("too many words and fields are asked as the real server asks them", async () => {
  const { allWordsPairs, likeWordsPairs } = SEARCH_LIMITS;
  const ask = async (fields: number, more: object = {}) => {
    const dataField = Array.from({ length: fields }, (_, at) => `f${at}`);
    const { text, status } = await api.call("POST", "/words-many/_reactivesearch/validate", {
      query: [{ id: "s", dataField, value: "one two three four", queryFormat: "and", ...more }],
    });
    expect(status, text).toBe(200);
    return { each: text.includes('"zero_terms_query"'), like: text.includes('"fuzziness"') };
  };
  expect(await ask(allWordsPairs.most / 4)).toEqual({ each: true, like: false });
  expect(await ask(allWordsPairs.most / 4 + 1)).toEqual({ each: false, like: false });
  expect(await ask(likeWordsPairs.most / 4, { fuzziness: "AUTO" })).toEqual({ each: true, like: true });
  expect(await ask(likeWordsPairs.most / 4 + 1, { fuzziness: "AUTO" })).toEqual({ each: true, like: false });
  const { body } = await api.call("POST", "/words-many/_reactivesearch", {
    query: [
      {
        id: "s",
        dataField: Array.from({ length: 50 }, (_, at) => `f${at}`),
        value: "w0 w1",
        queryFormat: "and",
        fuzziness: "AUTO",
      },
    ],
  });
  expect(body).toMatchObject({ s: { status: 200 } });
});

test("any text finds what a comparison word by word finds", async () => {
  const WORDS = ["sony", "lamp", "green", "table", "usb-c", "3.5", "o'neil", "x"];
  let seed = 7;
  const below = (most: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % most;
  const some = (most: number) => Array.from({ length: below(most + 1) }, () => WORDS[below(WORDS.length)] ?? "");
  const rows = Array.from({ length: 60 }, () => ({ title: some(3).join(" "), brand: some(2).join(" ") }));
  await make("words-any", { analyzer: "standard", rows });
  const dataField = ["title", "title.keyword", "brand"];
  for (let turn = 0; turn < 60; turn++) {
    const asked = some(16);
    if (asked.length === 0) continue;
    const expected = rows.flatMap(({ title, brand }, at) => {
      const words = new Set([...title.split(" "), ...brand.split(" ")]);
      return asked.every((word) => words.has(word)) ? [String(at)] : [];
    });
    expect([asked, await found("words-any", asked.join(" "), { dataField })]).toEqual([asked, expected.sort()]);
  }
});
