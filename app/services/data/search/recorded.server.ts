import { isJsonObject, type JsonObject, type JsonValue, stringifyJson } from "@common/text/json";
import { readJson } from "~/services/data/logs/body-view.server";

/** What the search preview is set to for a recorded search: its parameters by name. */
export type Replay = Record<string, string | string[]>;

const FUZZINESS = ["0", "1", "2", "AUTO"];
/** Parts of a search that its libraries add for themselves. */
const INTERNAL = /__internal$/;

const wordOf = (value: JsonValue) => (typeof value === "string" ? value : stringifyJson(value));
const listOf = (value: JsonValue | undefined) =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
const typeOf = ({ type }: JsonObject) => (typeof type === "string" ? type : "search");

function fieldOf(given: JsonValue): string[] {
  if (typeof given === "string") return [given];
  if (!isJsonObject(given) || typeof given["field"] !== "string") return [];
  return [given["weight"] === undefined ? given["field"] : `${given["field"]}^${wordOf(given["weight"])}`];
}

/** The queries of a request to the search API, out of its body; none where it is no such body. */
function queriesOf(body: string): JsonObject[] {
  const read = readJson(body)?.value;
  const queries = read !== undefined && isJsonObject(read) ? read["query"] : undefined;
  return listOf(queries)
    .filter(isJsonObject)
    .filter(({ id }) => typeof id !== "string" || !INTERNAL.test(id));
}

const isBox = (query: JsonObject) =>
  typeof query["value"] === "string" && ["search", "suggestion"].includes(typeOf(query));
const wordsOf = ({ value, dataField }: JsonObject) => ({
  q: typeof value === "string" ? value : "",
  field: listOf(dataField).flatMap(fieldOf),
});

/** The text and fields that a request to the search API looked for; null where it looked for no text. */
export function searchedIn(body: string): { q: string; field: string[] } | null {
  const box = queriesOf(body).find(isBox);
  return box ? wordsOf(box) : null;
}

/**
 * The box as the request had it: its fields alone, each with its weight; servers forgive no typing error unless asked
 * to.
 */
function boxOf(query: JsonObject): Replay {
  const words = wordsOf(query);
  const { fuzziness, queryFormat } = query;
  const asked = fuzziness === undefined || fuzziness === null ? undefined : wordOf(fuzziness);
  return {
    ...words,
    ...(words.field.length > 0 ? { sub: "0" } : {}),
    fuzziness: FUZZINESS.find((choice) => choice === asked) ?? "0",
    ...(queryFormat === "and" ? { words: "and" } : {}),
  };
}

function facetsOf(queries: readonly JsonObject[]): Replay {
  const facets = queries.flatMap(({ dataField, value }) => {
    const [field] = listOf(dataField).flatMap(fieldOf);
    return field === undefined ? [] : [{ field, values: listOf(value).map(wordOf) }];
  });
  if (facets.length === 0) return {};
  const chosen = facets
    .filter(({ values }) => values.length > 0)
    .map(({ field, values }) => [`is.${field}`, values] as const);
  return { facet: facets.map(({ field }) => field), ...Object.fromEntries(chosen) };
}

/**
 * The search preview for a recorded request: the search with a text is the box, term queries are facets. Null where
 * nothing was recorded that it could show.
 */
export function replayOf(state: string): Replay | null {
  const queries = queriesOf(state);
  const box = queries.find(isBox);
  const replay = { ...(box && boxOf(box)), ...facetsOf(queries.filter((query) => typeOf(query) === "term")) };
  return queries.length === 0 ? null : replay;
}
