import { LosslessNumber, type JsonObject, type JsonValue } from "@common/text/json";
import type { Fixture } from "../types";
import type { Random } from "./random";

const NEAR = [0n, 2n ** 53n, 2n ** 62n, 2n ** 63n];
const LONG = { least: -(2n ** 63n), most: 2n ** 63n - 1n };
const UNSIGNED = { least: 0n, most: 2n ** 64n - 1n };
const FIELDS = ["long", "longs", "unsigned"];

const json = (value: bigint): JsonValue =>
  Number.isSafeInteger(Number(value)) ? Number(value) : new LosslessNumber(value.toString());
const isUnsigned = (field: string): boolean => field === "unsigned";

/** A whole number near to where doubles, or the type itself, end. Few enough that documents share some. */
function valueOf(random: Random, field: string): bigint {
  const { least, most } = isUnsigned(field) ? UNSIGNED : LONG;
  const base = random.pick([...NEAR, least, most]) * (random.chance(0.3) ? -1n : 1n);
  const value = base + BigInt(random.below(7) - 3);
  return value < least ? least : value > most ? most : value;
}

/** Documents with whole numbers of 64 bits, one or several a document, and gaps. */
export function longsFixture(random: Random, index: string): Fixture {
  const documents = Array.from({ length: 150 }, (_, at) => {
    const source: JsonObject = { tag: random.pick(["a", "b", "c"]) };
    for (const field of FIELDS) {
      if (random.chance(0.15)) continue;
      const one = () => json(valueOf(random, field));
      source[field] = field.endsWith("s")
        ? [...new Set(Array.from({ length: 1 + random.below(3) }, () => valueOf(random, field)))].map(json)
        : random.chance(0.1)
          ? String(valueOf(random, field))
          : one();
    }
    return { id: `l${at}`, source };
  });
  const long = { type: "long" };
  const unsigned = { type: "unsigned_long" };
  return { index, mappings: { properties: { tag: { type: "keyword" }, long, longs: long, unsigned } }, documents };
}

/** A random search of whole numbers: what finds, sorts, shows, counts and groups them. */
export function randomLongSearch(random: Random): JsonObject {
  const maybe = (share: number, key: string, make: () => JsonValue): JsonObject =>
    random.chance(share) ? { [key]: make() } : {};
  const field = () => random.pick(FIELDS);
  const value = (of: string) => json(valueOf(random, of));
  const asText = (of: string) => (random.chance(0.3) ? String(valueOf(random, of)) : value(of));
  const direction = () => random.pick(["asc", "desc"]);

  function query(): JsonObject {
    const of = field();
    return random.pick<() => JsonObject>([
      () => ({ match_all: {} }),
      () => ({ term: { [of]: asText(of) } }),
      () => ({ terms: { [of]: [asText(of), asText(of), asText(of)] } }),
      () => ({
        // Below the most that an unsigned number can be, OpenSearch 2.19 finds nothing.
        range: {
          [of]: {
            ...maybe(0.7, random.pick(["gt", "gte"]), () => asText(of)),
            ...maybe(0.7, isUnsigned(of) ? "lte" : random.pick(["lt", "lte"]), () => asText(of)),
          },
        },
      }),
      () => ({ match: { [of]: { query: asText(of) } } }),
      () => ({ query_string: { query: `${of}:${String(valueOf(random, of)).replace("-", "\\-")}` } }),
      () => ({ exists: { field: of } }),
      () => ({ bool: { must_not: { term: { [of]: value(of) } } } }),
    ])();
  }

  function aggregation(): JsonObject {
    const of = field();
    // Java 17 does not write all doubles in the fewest digits, and OpenSearch 2.19 counts unsigned numbers by their
    // doubles: figures are asked of long alone.
    const signed = random.pick(["long", "longs"]);
    const keys = () => [asText(of), asText(of), asText(of), asText(of)];
    return random.pick<() => JsonObject>([
      () => ({
        terms: {
          field: of,
          size: random.pick([3, 10, 100]),
          ...maybe(0.4, "order", () => ({ [random.pick(["_key", "_count"])]: direction() })),
          // OpenSearch 2.19 reads those of unsigned numbers as numbers with a sign.
          ...maybe(isUnsigned(of) ? 0 : 0.2, "include", keys),
          ...maybe(isUnsigned(of) ? 0 : 0.2, "exclude", keys),
          ...maybe(0.1, "min_doc_count", () => random.pick([0, 2])),
          // As a number, for OpenSearch 2.19 reads a text by its double; and it cuts those of unsigned numbers at 2^63.
          ...maybe(isUnsigned(of) ? 0 : 0.1, "missing", () => value(of)),
        },
        aggs: {
          h: { top_hits: { size: 1, sort: [{ [field()]: direction() }, { tag: "asc" }, "_doc"], _source: false } },
        },
      }),
      () => ({
        terms: { field: "tag", order: { m: direction() } },
        aggs: { m: { [random.pick(["min", "max", "sum", "avg"])]: { field: signed } } },
      }),
      () => ({ cardinality: { field: signed } }),
      () => ({
        [random.pick(["min", "max", "sum", "avg", "stats", "value_count"])]: {
          field: signed,
          ...maybe(0.2, "missing", () => asText(signed)),
        },
      }),
      () => ({ histogram: { field: signed, interval: 2 ** 61, min_doc_count: 1 } }),
      // The upper end stands between values: OpenSearch 2.19 compares whole numbers where points answer the question,
      // and doubles elsewhere.
      () => ({
        range: {
          field: signed,
          ranges: [
            { key: "low", from: 0, to: 2 ** 53 },
            { key: "high", from: 2 ** 53, to: 2 ** 62 + 2 ** 40 },
          ],
        },
      }),
      () => ({ missing: { field: of } }),
    ])();
  }

  function composite(): JsonObject {
    const of = field();
    const terms = (one: string): JsonValue => ({
      terms: { field: one, ...maybe(0.3, "order", direction), ...maybe(0.3, "missing_bucket", () => true) },
    });
    return random.chance(0.5)
      ? { composite: { size: 7, sources: [{ k0: terms(of) }, { k1: terms(field()) }] } }
      : { composite: { size: 7, sources: [{ k0: terms(of) }], after: { k0: asText(of) } } };
  }

  const sorted = field();
  // OpenSearch 2.19 breaks on sums, averages and medians of the first key.
  const mode = random.pick(["min", "max", "sum", "avg", "median"]);
  const missing = () => random.pick(["_first", "_last"]);
  const first = {
    [sorted]: {
      order: direction(),
      ...maybe(0.3, "mode", () => random.pick(["min", "max"])),
      ...maybe(0.3, "missing", missing),
    },
  };
  const sort = [first, { tag: "asc" }];
  const joined = [
    { tag: direction() },
    { [sorted]: { order: direction(), mode, ...maybe(0.3, "missing", missing) } },
    "_doc",
  ];
  return random.pick<() => JsonObject>([
    () => ({ query: query(), size: 20, sort: joined }),
    () => ({ query: query(), size: 20, sort: [...sort, "_doc"] }),
    () => ({ query: query(), size: 5, sort, search_after: [asText(sorted), "b"] }),
    () => ({
      query: query(),
      size: 5,
      sort: [...sort, "_doc"],
      fields: [field(), field()],
      docvalue_fields: [field()],
    }),
    () => ({
      query: query(),
      size: 20,
      sort: [...sort, "_doc"],
      collapse: { field: random.pick(["long", "unsigned"]) },
    }),
    // Of a query over the field itself OpenSearch walks only the part that the query spans.
    () => ({ query: { exists: { field: "tag" } }, size: 0, aggs: { a: composite() } }),
    () => ({ query: query(), size: 0, aggs: { a: aggregation() } }),
  ])();
}
