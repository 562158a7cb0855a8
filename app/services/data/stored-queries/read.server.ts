import { isJsonObject, type JsonObject, type JsonValue, parseJson, stringifyJson } from "@common/text/json";
import * as z from "zod";
import { fits } from "@common/text/glob";
import { contentHash } from "~/services/platform/changes/content-hash.server";
import { indentJson } from "~/lib/json/layout";
import { BackendError, isBackendError } from "~/services/platform/http/errors.server";
import { apiPath } from "~/services/platform/http/path";
import type { Scope } from "~/session/scope.server";

/**
 * A search that is kept under an id, with placeholders in its query that parameters fill in. Times in ms; null where
 * the server tells none.
 */
export type StoredQuery = {
  id: string;
  index: string;
  description: string;
  query: JsonObject;
  params: JsonObject;
  createdAt: number | null;
  updatedAt: number | null;
};

const object = z.custom<JsonObject>(isJsonObject);
// Seconds; 0 stands for never.
const time = z.coerce
  .number()
  .nullish()
  .catch(null)
  .transform((seconds) => (seconds ? seconds * 1000 : null));

const storedSchema = z
  .object({
    id: z.string(),
    index: z.string().nullish(),
    description: z.string().nullish(),
    query: object.nullish(),
    params: object.nullish(),
    created_at: time,
    updated_at: time,
  })
  .transform(({ id, index, description, query, params, created_at, updated_at }): StoredQuery => ({
    id,
    index: index ?? "",
    description: description ?? "",
    query: query ?? {},
    params: params ?? {},
    createdAt: created_at,
    updatedAt: updated_at,
  }));

const listSchema = z
  .array(storedSchema)
  .nullable()
  .transform((list) => list ?? []);

const usageSchema = z.object({
  storedqueries: z.array(z.object({ key: z.string(), count: z.coerce.number() })).nullish(),
});

/** The stored queries, those of the index one is on where there is one. Throws BackendError. */
export async function listStoredQueries(scope: Scope): Promise<StoredQuery[]> {
  const all = await scope.http.call({ path: "/_storedqueries", schema: listSchema });
  return scope.level === "app" ? all.filter(({ index }) => isAbout(index, scope.app)) : all;
}

function isAbout(index: string, app: string): boolean {
  return index.split(",").some((name) => name === app || (name.includes("*") && fits(name, app)));
}

/** One by its id; undefined where it does not exist, or no longer. Throws BackendError. */
export async function getStoredQuery({ http }: Pick<Scope, "http">, id: string): Promise<StoredQuery | undefined> {
  try {
    return await http.call({ path: apiPath`/_storedquery/${id}`, schema: storedSchema });
  } catch (error) {
    if (isBackendError(error, 404)) return undefined;
    throw error;
  }
}

/** The same, or the 404 of the frame. */
export async function requireStoredQuery(scope: Pick<Scope, "http" | "context">, id: string): Promise<StoredQuery> {
  const found = await getStoredQuery(scope, id);
  if (found) return found;
  const { requestId } = scope.context;
  const detail = `There is no stored query called ${id}. It may have been deleted.`;
  throw new BackendError({
    failure: {
      kind: "status",
      status: 404,
      method: "GET",
      path: `/_storedquery/${encodeURIComponent(id)}`,
      requestId,
      detail,
    },
  });
}

/** How often each ran in the last 30 days, by id. Throws BackendError. */
export async function readUsage({ http }: Pick<Scope, "http">): Promise<Record<string, number>> {
  const { storedqueries } = await http.call({
    path: "/_analytics/storedqueries/usage",
    query: { size: 1000 },
    schema: usageSchema,
  });
  return Object.fromEntries((storedqueries ?? []).map(({ key, count }) => [key, count]));
}

export type Content = Pick<StoredQuery, "index" | "description" | "query" | "params">;

/** What can be changed of one, as JSON text on lines. */
export function textOf({ description, index, query, params }: Content): string {
  return indentJson(stringifyJson({ description, index, query, params }));
}

/** What a text says. It was checked when it was typed. */
export function contentOf(text: string): Content {
  const value = parseJson(text);
  const { description, index, query, params } = isJsonObject(value) ? value : {};
  const objectOf = (part: JsonValue | undefined) => (part !== undefined && isJsonObject(part) ? part : {});
  return {
    description: typeof description === "string" ? description : "",
    index: typeof index === "string" ? index : "",
    query: objectOf(query),
    params: objectOf(params),
  };
}

// Servers may keep the members of an object in another order.
function sorted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return Object.fromEntries(entries.map(([name, inner]) => [name, sorted(inner)]));
}

/** A word that is another one as soon as anything of the content is: no server counts versions of stored queries. */
export function versionOf({ description, index, query, params }: Content): string {
  return contentHash(stringifyJson(sorted({ description, index, query, params })));
}
