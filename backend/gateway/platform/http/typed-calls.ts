import { isJsonObject, type JsonObject, parseJson, stringifyJson } from "@common/text/json";
import { ELASTIC_ROUTES } from "./engine-calls";

// Elasticsearch 6 and 7 have calls with a document type between the index and the call (`POST /books/book/_search`),
// and `_doc` is the type of those that had to name one. Clients of before still send them so. They are the calls
// without the type: read so before a route is looked for, so that rights, limits, the request log and the engine see no
// other. The name of a call is never the ID of a document there: a search must not write one that is called `_search`.

// Parts of paths that belong to other servers of this product, not to documents: POST there must not make an index
// called `arc`.
const RESERVED = new Set(["arc", "sls", "reactivesearch", "app"]);

/** Whether the first part of a path is no index, though no underscore says so. */
export const isReserved = (segment: string) => RESERVED.has(segment);

/** Calls that those versions take after a type. */
const AFTER_TYPE = new Set([
  "_search",
  "_search/template",
  "_msearch",
  "_msearch/template",
  "_count",
  "_mget",
  "_bulk",
  "_delete_by_query",
  "_update_by_query",
  "_validate/query",
  "_termvectors",
  "_mtermvectors",
  "_mapping",
  "_mappings",
]);
/**
 * Calls that they take after a type and the ID of a document, whose names stand before the ID where there is no type.
 */
const AFTER_ID = new Set(["_explain", "_termvectors"]);
/** Calls that name the type after them. */
const BEFORE_TYPE = new Set(["_mapping", "_mappings"]);

/**
 * What may not be an ID behind a type: every call that the table knows behind an index, and those of Elasticsearch that
 * it does not offer.
 */
const CALLS = new Set([
  ...[...AFTER_TYPE].map((call) => call.split("/")[0] ?? ""),
  ...AFTER_ID,
  ...ELASTIC_ROUTES.flatMap(({ path }) => /^\/:index\/(_\w+)/.exec(path)?.[1] ?? []).filter((call) => call !== "_doc"),
  "_percolate",
  "_mpercolate",
  "_suggest",
  "_async_search",
  "_pit",
  "_warmer",
]);

const isType = (segment: string) => segment === "_doc" || !segment.startsWith("_");

/**
 * Takes the document type out of a path, decoded segment by segment, where a call and not a document's ID follows it.
 * Other paths come back as they are.
 */
export function withoutType(segments: string[]): string[] {
  const [index = "", type = "", id, ...more] = segments;
  if (id === undefined || index.startsWith("_") || RESERVED.has(index)) return segments;
  if (BEFORE_TYPE.has(type) && isType(id) && more.length === 0) return [index, type];
  if (!isType(type)) return segments;
  if (AFTER_TYPE.has([id, ...more].join("/"))) return [index, id, ...more];
  const [onDocument, ...beyond] = more;
  const isOnDocument = onDocument !== undefined && AFTER_ID.has(onDocument) && beyond.length === 0;
  return isOnDocument && !CALLS.has(id) ? [index, onDocument, id] : segments;
}

/**
 * Whether a path has the name of a call, which cannot follow a type, where a document's ID is. Decoded segments, after
 * `withoutType`.
 */
export function hasCallAsId([, type = "", id]: readonly string[]): boolean {
  return id !== undefined && isType(type) && CALLS.has(id);
}

/** Whether a text may name types of documents beside them. */
export const mayNameTypes = (text: string | Buffer) => text.includes('"_type"');

/**
 * An action line of a bulk without the type that it names: engines of today refuse one, or take it for a second type of
 * the index. Lines that cannot be read come back as they are.
 */
export function actionWithoutType(line: string): string {
  if (!mayNameTypes(line)) return line;
  try {
    const action = parseJson(line);
    if (!isJsonObject(action)) return line;
    const named = Object.entries(action).map(([name, options]) => [
      name,
      isJsonObject(options) ? unnamed(options) : options,
    ]);
    return stringifyJson(Object.fromEntries(named));
  } catch {
    return line;
  }
}

/** The body of a `_mget` without the types that it names. Texts that cannot be read come back as they are. */
export function mgetWithoutTypes(text: string): string {
  if (!mayNameTypes(text)) return text;
  try {
    const body = parseJson(text);
    if (!isJsonObject(body) || !Array.isArray(body["docs"])) return text;
    return stringifyJson({ ...body, docs: body["docs"].map((one) => (isJsonObject(one) ? unnamed(one) : one)) });
  } catch {
    return text;
  }
}

function unnamed({ _type, ...options }: JsonObject): JsonObject {
  return options;
}
