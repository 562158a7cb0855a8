import { SEARCH_LIMITS } from "@common/limits/search";
import { type Driver, type Drivers, type Heavy, many, nested, openly, padded, post, withValues, words } from "../calls";

type Name = keyof typeof SEARCH_LIMITS;
const most = (name: Name) => SEARCH_LIMITS[name].most;

/** The same call at the bound of a row and one past it. */
function driven(
  name: Name,
  make: (count: number) => Heavy,
  { refused = [400], says, step = 1 }: { refused?: number[]; says?: RegExp; step?: number } = {},
): Driver {
  return { at: make(most(name)), past: make(most(name) + step), refused, ...(says && { says }) };
}

const api = (body: () => object | string) => post("/shop/_reactivesearch", body);
const search = (body: () => object | string) => post("/shop/_search", body);
const analyze = (body: () => object | string) => post("/_analyze", body);

const query = (id: string, more: object = {}) => ({ id, dataField: ["title"], value: "x", ...more });
const queries = (count: number) => ({ query: many(count, (at) => query(`q${at}`)) });
const reacting = (references: number, more: object = {}) => ({
  query: [
    query("first", { react: { and: many(references, (at) => `q${at % 10}`) } }),
    ...many(10, (at) => query(`q${at}`, more)),
  ],
});
const chosen = { type: "term", value: many(400, (at) => `colour ${at}`) };
const phrases = (count: number) => ({
  size: 0,
  query: { bool: { should: many(count, () => ({ match_phrase: { title: words(12_000) } })) } },
});

export const SEARCH_DRIVERS: Drivers = {
  openBody: driven("openBody", (bytes) => openly(() => padded(queries(1), bytes)), { refused: [413] }),
  openValues: driven(
    "openValues",
    (count) => openly(() => withValues((items) => ({ ...queries(1), other: many(items, () => 1) }), count)),
    {
      says: /2000\] values/,
    },
  ),
  openQueries: driven("openQueries", (count) => openly(() => queries(count)), { says: /more than 20 queries/ }),
  openReferences: driven("openReferences", (count) => openly(() => reacting(count)), { says: /more than 100 times/ }),
  openTranslation: {
    at: openly(() => reacting(90)),
    past: openly(() => reacting(90, chosen)),
    refused: [400],
    says: /more than this server translates|values/,
  },
  apiBody: driven("apiBody", (bytes) => api(() => padded(queries(1), bytes)), { refused: [413] }),
  apiValues: driven(
    "apiValues",
    (count) => api(() => withValues((items) => ({ ...queries(1), other: many(items, () => 1) }), count)),
    { says: /values/ },
  ),
  apiText: driven("apiText", (length) => api(() => ({ ...queries(1), other: "x".repeat(length) })), {
    says: /String value length/,
  }),
  apiQueries: driven("apiQueries", (count) => api(() => queries(count)), { says: /more than 100 queries/ }),
  apiReferences: driven("apiReferences", (count) => api(() => reacting(count)), { says: /more than 1000 times/ }),
  apiValue: driven("apiValue", (length) => api(() => ({ query: [query("a", { value: "x".repeat(length) })] })), {
    says: /longer than 10000 characters/,
  }),
  allWords: { test: "tests/contract/data/all-words.test.ts" },
  synonymPairs: { test: "backend/gateway/resources/data/reactivesearch/translate/synonyms.test.ts" },
  allWordsPairs: { test: "tests/contract/data/all-words.test.ts" },
  likeWordsPairs: { test: "tests/contract/data/all-words.test.ts" },
  apiFields: driven(
    "apiFields",
    (count) => api(() => ({ query: [query("a", { dataField: many(count, (at) => `f${at}`) })] })),
    { says: /data fields/ },
  ),
  apiDepth: driven(
    "apiDepth",
    (levels) => api(() => `{"query":[],"other":${nested(levels - 1, (inner) => `[${inner}]`, "1")}}`),
    { says: /max depth/ },
  ),
  apiTranslation: {
    at: api(() => reacting(900)),
    past: api(() => reacting(900, chosen)),
    refused: [400],
    says: /more than this server translates/,
  },
  body: driven("body", (bytes) => search(() => padded({ size: 1 }, bytes)), { refused: [413] }),
  values: driven(
    "values",
    (count) =>
      search(() =>
        withValues(
          (items) => ({
            size: 0,
            query: {
              bool: { should: many(4, (at) => ({ terms: { price: many(at === 0 ? items : 62_000, (n) => n) } })) },
            },
          }),
          count,
        ),
      ),
    { says: /250000\] values/ },
  ),
  text: driven("text", (length) => search(() => ({ size: 1, query: { match_phrase: { title: words(length) } } })), {
    says: /String value length/,
  }),
  analyzeText: driven("analyzeText", (bytes) => analyze(() => padded({ text: " ".repeat(bytes - 50) }, bytes)), {
    refused: [413],
  }),
  analyzeTokens: driven("analyzeTokens", (count) => analyze(() => ({ text: "word ".repeat(count) })), {
    says: /exceeded the allowed maximum/,
  }),
  analyzeCharacters: driven("analyzeCharacters", (length) => analyze(() => ({ text: "a".repeat(length) })), {
    says: /characters together/,
  }),
  analyzeExplained: {
    at: analyze(() => ({
      tokenizer: "standard",
      filter: many(4, () => "lowercase"),
      text: "word ".repeat(10_000),
      explain: true,
    })),
    past: analyze(() => ({
      tokenizer: "standard",
      filter: many(5, () => "lowercase"),
      text: "word ".repeat(10_000),
      explain: true,
    })),
    refused: [400],
    says: /\[explain\] shows/,
  },
  digits: driven("digits", (length) => search(() => `{"query":{"match":{"title":${"7".repeat(length)}}}}`), {
    says: /Number value length/,
  }),
  queryString: driven(
    "queryString",
    (length) => search(() => ({ query: { query_string: { query: "a".repeat(length), default_field: "title" } } })),
    {
      says: /Query string length/,
    },
  ),
  analysed: {
    at: search(() => phrases(41)),
    past: search(() => phrases(42)),
    refused: [400],
    says: /come to more than/,
  },
  clauses: driven(
    "clauses",
    (count) => search(() => ({ query: { bool: { should: many(count, (at) => ({ term: { price: at } })) } } })),
    {
      says: /maxClauseCount/,
    },
  ),
  terms: driven("terms", (count) => search(() => ({ size: 0, query: { terms: { price: many(count, (at) => at) } } })), {
    says: /allowed maximum of \[65536\]/,
  }),
  regexp: driven("regexp", (length) => search(() => ({ query: { regexp: { title: "a".repeat(length) } } })), {
    says: /length of regex/,
  }),
  queryDepth: driven(
    "queryDepth",
    (levels) =>
      search(() => `{"query":${nested(levels - 1, (inner) => `{"bool":{"must":${inner}}}`, '{"match_all":{}}')}}`),
    {
      says: /failed to parse/,
    },
  ),
  window: driven("window", (size) => search(() => ({ size })), { says: /Result window is too large/ }),
  buckets: {
    at: search(() => ({ size: 0, aggs: { h: { histogram: { field: "price", interval: 0.05 } } } })),
    past: search(() => ({ size: 0, aggs: { h: { histogram: { field: "price", interval: 0.04 } } } })),
    refused: [503, 400],
    says: /too_many_buckets|too many buckets/i,
  },
};
