import type { JsonObject, JsonValue } from "@common/text/json";
import type { Fixture } from "../types";
import type { Random } from "./random";

// Words near to each other, so that fuzzy, prefix and phrase queries find several.
const WORDS = [
  "star",
  "stars",
  "start",
  "stone",
  "store",
  "story",
  "moon",
  "moor",
  "noon",
  "light",
  "lights",
  "night",
  "knight",
  "river",
  "rover",
  "the",
  "of",
  "in",
  "new",
  "york",
  "café",
  "naïve",
  "x",
  "2001",
  "ab",
  "abc",
];
const TAGS = ["red", "Red", "green", "blue", "dark blue", "b-12", "", "é"];
const TEXT_FIELDS = ["title", "body", "title.english", "title.phrases"];
const NUMBER_FIELDS = ["long", "float", "date"];

/** An index of random documents: texts, keywords, numbers, dates, lists, gaps. */
export function randomFixture(random: Random, index: string): Fixture {
  const words = (count: number) =>
    Array.from({ length: count }, () => random.pick(WORDS)).join(random.chance(0.1) ? ", " : " ");
  const documents = Array.from({ length: 300 }, (_, at) => {
    const source: JsonObject = {
      title: words(1 + random.below(5)),
      body: random.chance(0.1) ? [words(4), words(3)] : words(3 + random.below(25)),
    };
    if (random.chance(0.9))
      source["tag"] = random.chance(0.2) ? [random.pick(TAGS), random.pick(TAGS)] : random.pick(TAGS);
    if (random.chance(0.9)) source["long"] = random.below(200) - 50;
    if (random.chance(0.8)) source["float"] = random.below(1000) / 8;
    if (random.chance(0.8))
      source["date"] = new Date(Date.UTC(2020, random.below(48), 1 + random.below(28), random.below(24))).toISOString();
    if (random.chance(0.7)) source["flag"] = random.chance(0.5);
    return { id: `g${at}`, source };
  });
  const text = {
    type: "text",
    fields: {
      english: { type: "text", analyzer: "english" },
      phrases: { type: "text", index_phrases: true },
      keyword: { type: "keyword" },
    },
  };
  return {
    index,
    mappings: {
      properties: {
        title: text,
        body: { type: "text" },
        tag: { type: "keyword" },
        long: { type: "long" },
        float: { type: "float" },
        date: { type: "date" },
        flag: { type: "boolean" },
      },
    },
    documents,
  };
}

/** A random query of the supported clauses, at most `depth` levels of joining ones. */
export function randomQuery(random: Random, depth = 3): JsonObject {
  const words = (most: number) => Array.from({ length: 1 + random.below(most) }, () => word()).join(" ");
  function word(): string {
    const whole = random.pick(WORDS);
    if (!random.chance(0.15) || whole.length < 4) return whole;
    const at = 1 + random.below(whole.length - 1);
    return random.chance(0.5)
      ? whole.slice(0, at) + whole.slice(at + 1)
      : `${whole.slice(0, at)}${whole.slice(at - 1)}`;
  }
  const maybe = (share: number, key: string, make: () => JsonValue): JsonObject =>
    random.chance(share) ? { [key]: make() } : {};
  const boost = () => maybe(0.2, "boost", () => random.pick([0.5, 2, 3.25]));
  const minimum = () =>
    maybe(0.2, "minimum_should_match", () => random.pick<JsonValue>([1, 2, "50%", "-1", "2<75%", "-30%"]));
  const fuzzy = () => maybe(0.25, "fuzziness", () => random.pick<JsonValue>(["AUTO", 0, 1, 2]));
  const operator = () => maybe(0.3, "operator", () => random.pick(["and", "or"]));
  const fields = () =>
    [...new Set(Array.from({ length: 1 + random.below(3) }, () => random.pick(TEXT_FIELDS)))].map((field) =>
      random.chance(0.3) ? `${field}^${random.pick(["2", "0.5"])}` : field,
    );
  const several = (level: number) => Array.from({ length: 1 + random.below(3) }, () => randomQuery(random, level));
  const bounds = (make: () => JsonValue): JsonObject => ({
    ...maybe(0.7, random.pick(["gt", "gte"]), make),
    ...maybe(0.7, random.pick(["lt", "lte"]), make),
  });
  const dateText = () => random.pick(["2021-03", "2022", "2021-07-15T12:00:00Z", "2022-05-05||/M", "2021-01-01||+6M"]);

  // Most fuzzy texts are of one word: where two words expand to the same term, the real engine's score is one of two
  // (generate.engines.ts).
  const leaves: (() => JsonObject)[] = [
    () => ({ match_all: boost() }),
    () => ({ match: { [random.pick(TEXT_FIELDS)]: { query: word(), ...fuzzy(), ...boost() } } }),
    () => ({ match: { [random.pick(TEXT_FIELDS)]: { query: words(4), ...operator(), ...minimum(), ...boost() } } }),
    () => ({ match: { [random.pick(TEXT_FIELDS)]: { query: words(3), ...operator(), ...boost() } } }),
    () => ({ match: { tag: { query: random.pick(TAGS), ...boost() } } }),
    () => ({
      match_phrase: {
        [random.pick(TEXT_FIELDS)]: { query: words(3), ...maybe(0.5, "slop", () => 1 + random.below(4)), ...boost() },
      },
    }),
    () => ({
      match_phrase_prefix: {
        [random.pick(["title", "body"])]: {
          query: `${words(2)} ${random.pick(["s", "st", "mo", "n", "ri"])}`,
          ...boost(),
        },
      },
    }),
    () => ({
      match_bool_prefix: {
        [random.pick(["title", "body"])]: {
          query: `${words(2)} ${random.pick(["s", "st", "mo", "n"])}`,
          ...operator(),
          ...boost(),
        },
      },
    }),
    () => ({
      multi_match: {
        query: words(3),
        fields: fields(),
        ...maybe(0.7, "type", () =>
          random.pick(["best_fields", "most_fields", "cross_fields", "phrase", "bool_prefix"]),
        ),
        ...operator(),
        ...maybe(0.2, "tie_breaker", () => 0.3),
        ...boost(),
      },
    }),
    () => ({ match: { [random.pick(TEXT_FIELDS)]: { query: words(2), ...fuzzy(), ...operator() } } }),
    () => ({ multi_match: { query: word(), fields: fields(), fuzziness: random.pick<JsonValue>(["AUTO", 1]) } }),
    () => ({
      term: {
        [random.pick(["tag", "title.keyword"])]: {
          value: random.pick(TAGS),
          ...boost(),
          ...maybe(0.2, "case_insensitive", () => true),
        },
      },
    }),
    () => ({ term: { [random.pick(["title", "body"])]: { value: word(), ...boost() } } }),
    () => ({ term: { long: { value: random.below(200) - 50, ...boost() } } }),
    () => ({ term: { flag: random.chance(0.5) } }),
    () => ({ terms: { tag: [random.pick(TAGS), random.pick(TAGS)], ...boost() } }),
    () => ({ terms: { long: [random.below(100), random.below(100), random.below(100)] } }),
    () => ({ range: { [random.pick(["long", "float"])]: { ...bounds(() => random.below(180) - 40), ...boost() } } }),
    () => ({ range: { date: { ...bounds(dateText), ...maybe(0.2, "time_zone", () => "+02:00") } } }),
    () => ({ range: { tag: bounds(() => random.pick(TAGS)) } }),
    () => ({ exists: { field: random.pick([...TEXT_FIELDS, ...NUMBER_FIELDS, "tag", "flag", "nowhere"]) } }),
    () => ({
      prefix: {
        [random.pick(["title", "tag", "title.keyword"])]: {
          value: random.pick(["s", "st", "r", "moo", "n"]),
          ...boost(),
          ...maybe(0.2, "case_insensitive", () => true),
        },
      },
    }),
    () => ({
      wildcard: {
        [random.pick(["title", "tag"])]: { value: random.pick(["s*", "*r", "st?r*", "*oo*", "?ed", "*"]), ...boost() },
      },
    }),
    () => ({
      regexp: {
        [random.pick(["title", "tag"])]: {
          value: random.pick(["st.r.*", "(moon|noon)", "[k-n].*ght", "r.?d", "lights?", "~(s.*)"]),
          ...boost(),
        },
      },
    }),
    () => ({
      fuzzy: {
        [random.pick(["title", "body", "tag"])]: {
          value: word(),
          ...fuzzy(),
          ...maybe(0.2, "prefix_length", () => 1),
          ...boost(),
        },
      },
    }),
    () => ({ ids: { values: [`g${random.below(300)}`, `g${random.below(300)}`], ...boost() } }),
    () => ({
      query_string: {
        query: random.pick([
          `${word()} AND ${word()}`,
          `${word()} -${word()}`,
          `title:${word()} OR body:${word()}`,
          `"${word()} ${word()}"~2`,
          `+${word()} ${word()}^2`,
          `st* ${word()}~1`,
          `long:[10 TO 60] AND ${word()}`,
        ]),
        fields: ["title", "body"],
        ...maybe(0.3, "default_operator", () => "and"),
        ...boost(),
      },
    }),
    () => ({
      simple_query_string: {
        query: random.pick([
          `${word()} + ${word()}`,
          `${word()} | ${word()}`,
          `"${word()} ${word()}" ${word()}`,
          `st* ${word()}`,
          `${word()}~1`,
          `(${word()} | ${word()}) + ${word()}`,
        ]),
        fields: fields(),
        ...maybe(0.3, "default_operator", () => "and"),
      },
    }),
  ];
  const joins: (() => JsonObject)[] = [
    () => ({
      bool: {
        ...maybe(0.6, "must", () => several(depth - 1)),
        ...maybe(0.6, "should", () => several(depth - 1)),
        ...maybe(0.4, "filter", () => several(depth - 1)),
        ...maybe(0.25, "must_not", () => several(depth - 1)),
        ...minimum(),
        ...boost(),
      },
    }),
    () => ({ bool: { should: several(depth - 1), ...boost() } }),
    () => ({ dis_max: { queries: several(depth - 1), ...maybe(0.5, "tie_breaker", () => 0.4), ...boost() } }),
    () => ({ constant_score: { filter: randomQuery(random, depth - 1), ...boost() } }),
    () => ({
      boosting: {
        positive: randomQuery(random, depth - 1),
        negative: randomQuery(random, depth - 1),
        negative_boost: 0.3,
      },
    }),
  ];
  return depth > 0 && random.chance(0.4) ? random.pick(joins)() : random.pick(leaves)();
}
