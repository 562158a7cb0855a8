import type { JsonObject } from "@common/text/json";
import { parse } from "csv-parse/sync";
import {
  type DocumentFilter,
  grouped,
  type Match,
  operators,
  standsAlone,
  takesTwo,
} from "~/lib/data/documents/filters";
import { exactPath, type MappingField, numericTypes } from "~/lib/data/documents/mapping-fields";

const dateTypes: ReadonlySet<string> = new Set(["date", "date_nanos"]);
const textLike: ReadonlySet<string> = new Set([
  "text",
  "keyword",
  "constant_keyword",
  "wildcard",
  "search_as_you_type",
  "match_only_text",
]);
const oneOf = (type: string) =>
  numericTypes.has(type)
    ? "number"
    : dateTypes.has(type)
      ? "date"
      : textLike.has(type)
        ? "text"
        : type === "geo_point"
          ? "place"
          : type === "boolean" || type === "ip"
            ? type
            : "other";

type Kind = ReturnType<typeof oneOf>;

const fitting: Record<DocumentFilter["operator"], readonly Kind[]> = {
  is: ["text", "number", "date", "boolean", "ip"],
  not: ["text", "number", "date", "boolean", "ip"],
  any: ["text", "number", "date", "boolean", "ip"],
  contains: ["text"],
  starts: ["text"],
  above: ["number", "date", "text", "ip"],
  below: ["number", "date", "text", "ip"],
  between: ["number", "date", "text", "ip"],
  near: ["place"],
  exists: ["text", "number", "date", "boolean", "ip", "place", "other"],
  missing: ["text", "number", "date", "boolean", "ip", "place", "other"],
};

/** More values than this in one filter are refused; engines allow 65,536 terms, and an address is not for lists. */
const MOST_VALUES = 100;
const looksPlace = /^([+-]?\d+(?:\.\d+)?)\s*,\s*([+-]?\d+(?:\.\d+)?)$/;
const looksDistance = /^\d+(\.\d+)?\s*(mm|cm|m|km|in|ft|yd|mi|nmi)?$/;

/** The values of "is one of": set apart by commas; one that contains a comma stands in double quotes. */
function valuesOf(text: string): string[] {
  try {
    const rows: string[][] = parse(text, { trim: true, relax_column_count: true });
    return rows.flat().filter((value) => value !== "");
  } catch {
    // A quote that is not closed belongs to the value.
    return text.split(",").map((value) => value.trim());
  }
}

function placeOf(value: string) {
  const [, lat, lon] = looksPlace.exec(value) ?? [];
  const place = { lat: Number(lat), lon: Number(lon) };
  return Math.abs(place.lat) <= 90 && Math.abs(place.lon) <= 180 ? place : undefined;
}

const looksIso = /^\d{4}(-\d\d(-\d\d(T[\d:.]+(Z|[+-]\d\d:?\d\d)?)?)?)?$/;
const looksNumber = /^[+-]?(\d+(?:\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;

/** What is wrong with a filter for a field of the mapping, in words for the form; undefined when nothing is. */
export function filterProblem(
  { operator, field, value, to }: DocumentFilter,
  fields: ReadonlyMap<string, MappingField>,
): string | undefined {
  const type = fields.get(field)?.type;
  if (type === undefined) return `This index has no field ${field}.`;
  const kind = oneOf(type);
  if (!fitting[operator].includes(kind))
    return `“${operators[operator]}” does not work with ${field}, whose type is ${type}.`;
  if (standsAlone(operator)) return undefined;
  if (operator === "near") return nearProblem(value, to);
  const values = takesTwo(operator) ? [value, to] : operator === "any" ? valuesOf(value) : [value];
  if (values.length > MOST_VALUES) return `Enter at most ${MOST_VALUES} values.`;
  if (values.length === 0 || values.includes("")) return takesTwo(operator) ? "Enter both values." : "Enter a value.";
  const odd = values.find(
    (one) => (kind === "number" && !looksNumber.test(one)) || (kind === "boolean" && one !== "true" && one !== "false"),
  );
  if (odd !== undefined)
    return kind === "number" ? `${field} is a number; “${odd}” is not a number.` : `${field} must be true or false.`;
  return undefined;
}

function nearProblem(value: string, to: string) {
  if (placeOf(value) === undefined) return "Enter a place as latitude and longitude: 48.85, 2.35.";
  return looksDistance.test(to) ? undefined : "Enter a distance with its unit: 10km, 500m, 3mi.";
}

type Options = { /** The reader's zone, for days. */ zone: string };

const day = (value: string) => /^\d{4}-\d\d-\d\d$/.test(value);

function range(path: string, kind: Kind, bounds: Record<string, string>, { zone }: Options): JsonObject {
  if (kind !== "date") return { range: { [path]: bounds } };
  const iso = Object.values(bounds).every((value) => looksIso.test(value.replace(/\|\|\/d$/, "")));
  return { range: { [path]: { ...bounds, ...(iso ? { format: "strict_date_optional_time", time_zone: zone } : {}) } } };
}

/**
 * `above` a day begins after it, `between` two days holds both: the engine rounds as Elasticsearch documents it for
 * ranges.
 */
const rounded = (kind: Kind, value: string) => (kind === "date" && day(value) ? `${value}||/d` : value);

function matching({ operator, field, value, to }: DocumentFilter, known: MappingField, options: Options): JsonObject {
  const kind = oneOf(known.type);
  const exact = exactPath(known);
  const path = exact ?? field;
  const at = (one: string) => rounded(kind, one);
  switch (operator) {
    case "is":
    case "not":
      if (kind === "date") return range(field, kind, { gte: at(value), lte: at(value) }, options);
      return exact === undefined ? { match_phrase: { [field]: value } } : { term: { [exact]: { value } } };
    case "any":
      return anyOf(
        valuesOf(value).map((one) => matching({ operator: "is", field, value: one, to: "" }, known, options)),
      );
    case "near":
      return { geo_distance: { distance: to.replace(/\s/g, ""), [field]: placeOf(value) ?? {} } };
    case "contains": {
      const wildcard: JsonObject = {
        wildcard: { [path]: { value: `*${value.replace(/[\\*?]/g, "\\$&")}*`, case_insensitive: true } },
      };
      if (known.type === "text")
        return anyOf([{ match_phrase: { [field]: value } }, ...(exact === undefined ? [] : [wildcard])]);
      return wildcard;
    }
    case "starts":
      return exact === undefined
        ? { match_phrase_prefix: { [field]: value } }
        : { prefix: { [exact]: { value, case_insensitive: true } } };
    case "above":
      return range(path, kind, { gt: at(value) }, options);
    case "below":
      return range(path, kind, { lt: at(value) }, options);
    case "between":
      return range(path, kind, { gte: at(value), lte: at(to) }, options);
    case "exists":
    case "missing":
      return { exists: { field } };
  }
}

const anyOf = (should: JsonObject[]): JsonObject => ({ bool: { should, minimum_should_match: 1 } });

function clause(filter: DocumentFilter, known: MappingField, options: Options): JsonObject {
  const inner = matching(filter, known, options);
  return known.nested === undefined ? inner : { nested: { path: known.nested, query: inner } };
}

/** More fields than this in one query are refused by engines; the texts go first. */
const MOST_FIELDS = 1000;

/** The fields that words are looked for in: all, or in a very wide index the first texts and keywords. */
export function searchedFields(fields: readonly MappingField[]): { fields: string[]; all: boolean } {
  const count = fields.reduce((sum, field) => sum + 1 + field.subFields.length, 0);
  if (count <= MOST_FIELDS) return { fields: ["*"], all: true };
  const texts = fields.filter((field) => textLike.has(field.type)).map((field) => field.path);
  return { fields: (texts.length > 0 ? texts : fields.map((field) => field.path)).slice(0, MOST_FIELDS), all: false };
}

type QueryParts = {
  q: string;
  filters: readonly DocumentFilter[];
  match?: Match;
  fields: readonly MappingField[];
  zone: string;
};

type Clause = { negative: boolean; query: JsonObject };

const isNegative = ({ operator, isNot }: DocumentFilter) =>
  operator === "not" || operator === "missing" || isNot === true;

/** Clauses as the parts of one query in which all must hold. */
function allOf(clauses: readonly Clause[]): JsonObject {
  const filter = clauses.filter(({ negative }) => !negative).map(({ query }) => query);
  const mustNot = clauses.filter(({ negative }) => negative).map(({ query }) => query);
  return { ...(filter.length > 0 ? { filter } : {}), ...(mustNot.length > 0 ? { must_not: mustNot } : {}) };
}

/** Several clauses as one. */
function joined(clauses: readonly Clause[], by: "all" | "any"): Clause {
  const [only, ...more] = clauses;
  if (only !== undefined && more.length === 0) return only;
  if (by === "all") return { negative: false, query: { bool: allOf(clauses) } };
  return {
    negative: false,
    query: anyOf(clauses.map(({ negative, query }) => (negative ? { bool: { must_not: [query] } } : query))),
  };
}

/**
 * The query of the screen: words that must all be found, and filters that must all hold, or with `match` "any" one of
 * them; those of a group are joined the other way. Filters on unknown fields are left out.
 */
export function documentQuery({ q, filters, match = "", fields, zone }: QueryParts): JsonObject {
  const byPath = new Map(fields.map((field) => [field.path, field]));
  const [outer, inner] = match === "any" ? (["any", "all"] as const) : (["all", "any"] as const);
  const groups = grouped(filters).flatMap(({ filters: its }) => {
    const clauses = its.flatMap((filter): Clause[] => {
      const known = byPath.get(filter.field);
      return known === undefined ? [] : [{ negative: isNegative(filter), query: clause(filter, known, { zone }) }];
    });
    return clauses.length === 0 ? [] : [joined(clauses, inner)];
  });
  const filtering = allOf(outer === "all" || groups.length === 0 ? groups : [joined(groups, outer)]);
  const must: JsonObject[] =
    q === ""
      ? []
      : [
          {
            simple_query_string: {
              query: q,
              fields: searchedFields(fields).fields,
              lenient: true,
              default_operator: "and",
            },
          },
        ];
  if (must.length === 0 && Object.keys(filtering).length === 0) return { match_all: {} };
  return { bool: { ...(must.length > 0 ? { must } : {}), ...filtering } };
}

/** The clause that sorts by a field; undefined where it cannot be sorted by. Documents without a value come last. */
export function sortClause(field: MappingField | undefined, order: "asc" | "desc"): JsonObject | undefined {
  const path = field === undefined ? undefined : exactPath(field);
  if (field === undefined || path === undefined) return undefined;
  return {
    [path]: {
      order,
      missing: "_last",
      unmapped_type: "keyword",
      ...(field.nested === undefined ? {} : { nested: { path: field.nested } }),
    },
  };
}

type Asked = Omit<QueryParts, "zone"> & { sort: string };

/** Why filters, search text or sorting are not what they seem, in words for the page. */
export function queryRemarks({ q, filters, fields, sort }: Asked): { text: string }[] {
  const byPath = new Map(fields.map((field) => [field.path, field]));
  const said = filters.flatMap((filter) => filterProblem(filter, byPath) ?? []);
  const sorted = byPath.get(sort);
  if (sorted && exactPath(sorted) === undefined)
    said.push(
      `Cannot sort by ${sorted.path}: its type is ${sorted.type}${sorted.type === "text" ? " without a keyword sub-field" : ""}.`,
    );
  if (q !== "" && !searchedFields(fields).all)
    said.push(
      "This index has more fields than one query can search. Searching the first 1,000 text and keyword fields.",
    );
  return said.map((text) => ({ text }));
}
