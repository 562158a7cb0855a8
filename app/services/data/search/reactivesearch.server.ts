import { BY_PERSON, CALLED_BY } from "@common/http/called-by";
import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import * as z from "zod";
import type { Scope } from "~/session/scope.server";
import { apiPath } from "~/services/platform/http/path";
import { answerSchema } from "./answer.server";

/** The path of a search, by its request: one with a `draft` is tried, and is no visitor's. */
export const searchPath = (index: string, request: JsonObject = {}) =>
  request["draft"] === undefined ? apiPath`/${index}/_reactivesearch` : apiPath`/${index}/_reactivesearch/draft`;

/**
 * POST /{index}/_reactivesearch, or a search that is tried with a draft. Failures of single queries are in the answer; throws BackendError when the whole
 * request failed.
 */
export async function search(
  { http }: Pick<Scope, "http">,
  { index, request }: { index: string; request: JsonObject },
): Promise<JsonObject> {
  return http.call({
    method: "POST",
    path: searchPath(index, request),
    json: request,
    headers: { [CALLED_BY]: BY_PERSON },
    schema: answerSchema,
  });
}

const validateSchema = z.array(z.custom<JsonValue>((value) => value !== undefined));

/**
 * POST /{index}/_reactivesearch/validate: the queries as the engine gets them, without anything that signs in. Throws
 * BackendError.
 */
export async function validateSearch(
  { http }: Pick<Scope, "http">,
  { index, request }: { index: string; request: JsonObject },
): Promise<JsonValue> {
  const translated = await http.call({
    method: "POST",
    path: `${searchPath(index)}/validate`,
    json: request,
    schema: validateSchema,
  });
  return translated.map(withoutHeaders);
}

// The headers are the console's own, and only servers that behave take the password out of them.
function withoutHeaders(item: JsonValue): JsonValue {
  if (!isJsonObject(item) || !isJsonObject(item["endpoint"])) return item;
  const { headers: _, url, ...endpoint } = item["endpoint"];
  const bare: JsonObject = typeof url === "string" ? { url: url.replace(/^(https?:\/\/)[^/]*@/, "$1") } : {};
  return { ...item, endpoint: { ...bare, ...endpoint } };
}
