import { isJsonObject, type JsonObject, parseJson, stringifyJson } from "@common/text/json";
import { splitIndices } from "@backend/gateway/platform/access/indices";
import { type Forward } from "../elasticsearch/routes";
import { prepareBody } from "../elasticsearch/prepare-body";
import { ELASTIC_ROUTES, type ElasticRoute } from "@backend/gateway/platform/http/engine-calls";
import { badRequest } from "@backend/gateway/platform/http/errors";
import { enginePath } from "@backend/gateway/platform/http/paths";
import type { Reply } from "@backend/gateway/platform/http/reply";
import type { SignedContext } from "@backend/gateway/platform/http/types";
import { requirePassing } from "@backend/gateway/platform/allow-list/bodies";
import { passesOf } from "@backend/gateway/platform/allow-list/parameters";
import { requireSizes } from "../reactivesearch/limits";
import { Refusal } from "@backend/gateway/platform/http/json/refusal";

const SEARCH = "/:index/_search";
const VALIDATE = "/:index/_validate/query";

function rowOf(path: string): ElasticRoute {
  const row = ELASTIC_ROUTES.find((one) => one.path === path && one.methods.includes("POST"));
  if (!row) throw new Error(`no row for POST ${path}`);
  return row;
}

// The call as if it had been sent to that path, so that everything that holds for a search holds here: names, fields,
// scripts, members of the body.
function asSentTo(
  path: string,
  {
    context,
    index,
    body,
    query = {},
  }: { context: SignedContext; index: string; body: JsonObject; query?: Record<string, string> },
): SignedContext {
  const segments = [index, ...path.split("/").slice(2)];
  return {
    ...context,
    method: "POST",
    path: enginePath(segments),
    segments,
    params: { index },
    query,
    indices: splitIndices(index),
    text: async () => stringifyJson(body),
  };
}

/**
 * Runs a query that was filled in, as the search that it is. The caller's right to the index is checked before. Throws
 * what a search throws.
 */
export async function runQuery(
  forward: Forward,
  { context, index, body }: { context: SignedContext; index: string; body: JsonObject },
): Promise<Reply> {
  try {
    requireSizes(body, context.caller);
  } catch (error) {
    if (error instanceof Refusal) throw badRequest(error.message);
    throw error;
  }
  context.record.indices = splitIndices(index);
  context.record.requestChanges = [
    {
      uri: enginePath([index, "_search"]),
      headers: "{}",
      body: stringifyJson(body),
      method: "POST",
      stage: "storedquery",
      took: 0,
    },
  ];
  return forward(rowOf(SEARCH), asSentTo(SEARCH, { context, index, body }));
}

/**
 * Refuses a query that was filled in and that no search would take; with an index its clauses are asked of the engine
 * too. Throws 400.
 */
export async function requireValid(
  forward: Forward,
  { context, index, body }: { context: SignedContext; index: string | null; body: JsonObject },
): Promise<void> {
  const text = stringifyJson(body);
  requirePassing({ row: passesOf("POST", SEARCH), caller: context.caller, text });
  prepareBody({ kind: "search", caller: context.caller, text });
  const { query } = body;
  if (index === null || query === undefined) return;
  const reply = await forward(
    rowOf(VALIDATE),
    asSentTo(VALIDATE, { context, index, body: { query }, query: { explain: "true" } }),
  );
  const answer = parseJson(reply.body);
  if (!isJsonObject(answer) || answer["valid"] !== false) return;
  throw badRequest(troubleIn(answer) ?? "the query is not valid");
}

function troubleIn({ error, explanations }: JsonObject): string | null {
  const said = [
    error,
    ...(Array.isArray(explanations) ? explanations.map((one) => (isJsonObject(one) ? one["error"] : null)) : []),
  ];
  return said.find((one): one is string => typeof one === "string" && one !== "") ?? null;
}
