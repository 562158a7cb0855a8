import { endpointPlaces, endpointRefusal } from "@common/http/endpoint-queries";
import * as z from "zod";
import { isJsonObject, type JsonObject, parseJson, stringifyJson } from "@common/text/json";
import type { Reader } from "@backend/gateway/platform/fields/readers";
import { badRequest } from "@backend/gateway/platform/http/errors";
import { rendered } from "./template";

const object = z.custom<JsonObject>(isJsonObject);

/**
 * As it is kept: query and parameters as JSON text, so that their numbers keep their digits. Times are unix seconds;
 * `updated_at` is 0 until the first update.
 */
export const StoredQuerySchema = z.object({
  id: z.string(),
  index: z.string(),
  description: z.string(),
  query: z.string(),
  params: z.string(),
  created_at: z.number(),
  updated_at: z.number(),
});
export type StoredQuery = z.infer<typeof StoredQuerySchema>;

/** Body of every call; which members must be there depends on the call. */
export const BodySchema = z.object({
  index: z.string().nullish(),
  description: z.string().nullish(),
  query: object.nullish(),
  params: object.nullish(),
});
export type Body = z.infer<typeof BodySchema>;

/** The body of a call; none at all counts as an empty one where nothing is required. Throws 400. */
export function readBody(text: string): Body {
  let value: unknown;
  try {
    value = text.trim() === "" ? {} : parseJson(text);
  } catch {
    throw badRequest("Can't parse request body");
  }
  const parsed = BodySchema.safeParse(value ?? {});
  if (!parsed.success) throw badRequest("Can't parse request body");
  return parsed.data;
}

/** JSON text that was kept, as an object. */
export function objectOf(text: string): JsonObject {
  const value = parseJson(text);
  return isJsonObject(value) ? value : {};
}

/** A stored query as it is answered. */
export function answered({ query, params, ...rest }: StoredQuery): Record<string, unknown> {
  return { ...rest, query: objectOf(query), params: objectOf(params) };
}

/** A stored query as it is answered to a reader: without what it asks, where that names fields which he may not see. */
export function told(stored: StoredQuery, reader: Reader): Record<string, unknown> {
  const { query, params, description, ...rest } = stored;
  const isTold = !reader.isNamed([objectOf(query), objectOf(params)]);
  return {
    ...rest,
    description: reader.told(description) ?? "",
    query: isTold ? objectOf(query) : {},
    params: isTold ? objectOf(params) : {},
  };
}

/** A member that a call cannot do without. Throws 400. */
export function required<Value>(value: Value | null | undefined, name: keyof Body): Value {
  if (value === null || value === undefined || value === "") throw badRequest(`${name} can not be empty`);
  return value;
}

function filled(query: JsonObject, params: JsonObject): JsonObject {
  try {
    return rendered(query, params);
  } catch {
    // What cannot be filled in runs nothing, and is told where it is run.
    return {};
  }
}

// Whoever runs it runs it with his own rights; a placeholder may bring what the query alone does not show.
function requireNoEndpoints(query: JsonObject, params: JsonObject): void {
  const places = [...new Set([...endpointPlaces(query), ...endpointPlaces(filled(query, params))])];
  if (places.length > 0) throw badRequest(endpointRefusal(places));
}

/**
 * A record made of a body; one that was there before keeps when it was made. Throws 400, also for a query that calls an
 * endpoint.
 */
export function recordOf({ id, body, before }: { id: string; body: Body; before: StoredQuery | null }): StoredQuery {
  const now = Math.floor(Date.now() / 1000);
  const query = required(body.query, "query");
  requireNoEndpoints(query, body.params ?? {});
  return {
    id,
    index: required(body.index, "index"),
    description: body.description ?? "",
    query: stringifyJson(query),
    params: stringifyJson(body.params ?? {}),
    created_at: before?.created_at ?? now,
    updated_at: before ? now : 0,
  };
}
