import { isJsonObject, type JsonValue, parseJson } from "../text/json";

/** Words of one search, and so many of several, are kept for a line of a list. */
const MOST_SEARCHES = 10;
const MOST_LETTERS = 200;
/** Bodies nest what they search for no deeper. */
const DEEPEST = 12;

const listOf = (value: JsonValue | undefined): JsonValue[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value];

/** What the search API's queries look for: the text of those that a visitor types in. */
function ofQueries(queries: readonly JsonValue[]): string[] {
  return queries.flatMap((query) => {
    if (!isJsonObject(query)) return [];
    const { type = "search", value } = query;
    return (type === "search" || type === "suggestion") && typeof value === "string" ? [value] : [];
  });
}

/** The first text that a query of Elasticsearch's language looks for: `match`, `multi_match`, `query_string` and such. */
function firstText(value: JsonValue, depth = 0): string | undefined {
  if (depth > DEEPEST) return undefined;
  if (Array.isArray(value)) return firstOf(value, depth);
  if (!isJsonObject(value)) return undefined;
  const { match, query, ...others } = value;
  if (typeof query === "string") return query;
  if (match !== undefined && isJsonObject(match)) {
    const [sought] = Object.values(match);
    if (typeof sought === "string") return sought;
    return sought === undefined ? undefined : firstText(sought, depth + 1);
  }
  return firstOf([...(query === undefined ? [] : [query]), ...Object.values(others)], depth);
}

function firstOf(values: readonly JsonValue[], depth: number): string | undefined {
  for (const value of values) {
    const found = firstText(value, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

function ofSearch(body: JsonValue): string[] {
  if (!isJsonObject(body) || body["query"] === undefined) return [];
  const { query } = body;
  // The search API's own requests hold a list.
  if (Array.isArray(query)) return ofQueries(listOf(query));
  if (typeof query === "string") return [query];
  const text = firstText(query);
  return text === undefined ? [] : [text];
}

function read(text: string): JsonValue[] {
  try {
    return [parseJson(text)];
  } catch {
    return [];
  }
}

/**
 * The words that a request searches for, out of its body, those of each search of several; none where it searches for
 * no text, or where the body cannot be read.
 */
export function searchedWords(body: string): string[] {
  const whole = read(body);
  const searches = whole.length > 0 ? whole : body.split("\n").flatMap(read);
  const words = searches.flatMap(ofSearch).map((text) =>
    text
      .trim()
      .slice(0, MOST_LETTERS)
      .replace(/\p{Surrogate}/gu, "\ufffd"),
  );
  return words.filter((text) => text !== "").slice(0, MOST_SEARCHES);
}

const BEGINNING = 4_000;

/** How many hits the answer to a search tells of, the first one's of several; null where it tells of none. */
export function toldHits(answer: string): number | null {
  const found = /"hits"\s*:\s*\{\s*"total"\s*:\s*(?:\{\s*"value"\s*:\s*)?(\d{1,15})/.exec(answer.slice(0, BEGINNING));
  return found === null ? null : Number(found[1]);
}
