import { type JsonObject, stringifyJson } from "@common/text/json";
import { indentJson } from "~/lib/json/layout";
import type { Failure } from "~/lib/messages/user-messages";
import { shownAnswer, type ShownAnswer } from "~/lib/json/answer.server";
import { settle } from "~/services/platform/http/settle.server";
import type { CallOptions } from "~/services/platform/http/client.server";
import type { Scope } from "~/session/scope.server";
import { type FirstHits, firstHits } from "./hits.server";
import type { Content } from "./read.server";
import { executeRequest } from "./request.server";

/** What came of filling a query in, or of running it: its hits, the text of the answer, and how long it took in ms. */
export type Tried =
  { ok: true; answer: ShownAnswer; hits: FirstHits | null; took: number } | { ok: false; failure: Failure };

async function tried({ http }: Pick<Scope, "http">, call: CallOptions & { method: "POST" }): Promise<Tried> {
  const started = performance.now();
  const answer = await settle(http.send(call));
  if (!answer.ok) return answer;
  const took = Math.round(performance.now() - started);
  return { ok: true, answer: shownAnswer(answer.value.text), hits: firstHits(answer.value.text), took };
}

// The index is for servers that ask their engine about the query too.
const bodyOf = ({ query, params, index }: Pick<Content, "query" | "params" | "index">) => ({ query, params, index });

/** The query with its parameters filled in, checked by the server. Nothing runs. */
export function renderQuery(scope: Pick<Scope, "http">, content: Content): Promise<Tried> {
  return tried(scope, { method: "POST", path: "/_storedquery/validate", json: bodyOf(content) });
}

/** The hits of a query that is not stored yet, or stored otherwise. */
export function executeQuery(scope: Pick<Scope, "http">, content: Content): Promise<Tried> {
  return tried(scope, { method: "POST", path: "/_storedquery/execute", json: bodyOf(content) });
}

/** Runs a stored query. */
export function executeStored(
  scope: Pick<Scope, "http">,
  { id, params }: { id: string; params: JsonObject },
): Promise<Tried> {
  return tried(scope, executeRequest(id, params));
}

/** Parameters as they are typed. */
export const paramsText = (params: JsonObject) => indentJson(stringifyJson(params));
