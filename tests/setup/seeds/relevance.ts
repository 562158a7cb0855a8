/** A group of synonyms whose id tests know beforehand. */
export const sampleSynonym = "sweepSynonym1";
/** A search term that has grades. */
export const sampleTerm = "the future";

type Call = (method: string, path: string, body?: unknown) => Promise<unknown>;

/** Saves relevance settings of an index of films, by the call for them; `more` are sections in the place of these. */
export async function seedSettings(
  call: Call,
  { index, ...more }: { index: string } & Record<string, unknown>,
): Promise<void> {
  await call("PUT", `/_searchrelevancy/${index}`, {
    search: {
      dataField: ["title", "genre"],
      fieldWeights: ["3.0", "1.0"],
      fuzziness: "AUTO",
      queryFormat: "or",
      searchOperators: false,
      queryString: false,
    },
    aggregations: {
      dataField: { "genre.keyword": "term", year: "range" },
      size: 20,
      sortBy: "count",
      includeNullValues: false,
      queryFormat: "or",
    },
    results: { size: 12, includeFields: ["*"], excludeFields: [], highlight: false },
    language: {
      language: "english",
      applyStopwords: true,
      customStopwords: ["film"],
      stemmingExceptions: ["nosferatu"],
      normalizeDiacritics: true,
    },
    indexSettings: { enableNgram: true, ngramSettings: { min_gram: 3, max_gram: 7 } },
    ...more,
  });
}

/** Saves synonyms of an index: one of each type, and as many more as are asked for. */
export async function seedSynonyms(
  call: Call,
  { index, more = 0, words = "film,movie" }: { index: string; more?: number; words?: string },
): Promise<void> {
  await call("PUT", `/_synonym/${index}`, [
    { _id: sampleSynonym, type: "equivalent", synonym: words },
    { type: "one-way", synonym: "vampire, undead => nosferatu" },
    ...Array.from({ length: more }, (_, place) => ({ type: "equivalent", synonym: `word ${place},other ${place}` })),
  ]);
}

/** Gives grades to the first two films for one term. */
export async function seedGrades(
  call: Call,
  { index, query = sampleTerm }: { index: string; query?: string },
): Promise<void> {
  await call("PUT", `/_grade/${index}`, { query, docs: { 1: 3, 2: 0 } });
}
