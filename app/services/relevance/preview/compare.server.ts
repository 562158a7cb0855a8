import { isJsonObject, type JsonObject, type JsonValue } from "@common/json";
import type { Failure } from "~/lib/user-messages";
import { settle } from "~/services/http/settle.server";
import { type Explanation, type Hits, readExplanation, readHits } from "~/services/search/answer.server";
import { search } from "~/services/search/reactivesearch.server";
import type { Scope } from "~/session/scope.server";
import { filledRequest } from "../filled-request.server";
import { type Asked, comparedRequest } from "./request";

/** What one side of a comparison found, or why it found nothing. `why` is the score of the document that was asked for; null where it is not found. */
export type Side = { request: JsonObject } & (
  | { kind: "hits"; found: Hits; why: Explanation | null; /** What facets were counted in; null where the server refused to. */ counted: JsonObject | null }
  /** The engine refused this search; its own words. */
  | { kind: "refused"; message: string }
  | { kind: "failed"; failure: Failure }
);

// Some servers let no caller say more than the search API has words for: then the hits come without reasons. Filters stay, and are not counted.
const isFilter = ({ type }: JsonObject) => type === "term" || type === "range";

function withoutReasons(request: JsonObject): JsonObject {
  const queries = Array.isArray(request["query"]) ? request["query"] : [];
  const query = queries.flatMap((one): JsonValue[] => {
    if (!isJsonObject(one)) return [];
    const { defaultQuery: _explain, react, ...bare } = one;
    if (isFilter(one)) return [{ ...bare, execute: false }];
    return one["id"] === "result" || one["id"] === "text" ? [{ ...bare, ...(react !== undefined && { react }) }] : [];
  });
  return { ...request, query };
}

async function ask(scope: Pick<Scope, "http">, { index, request }: { index: string; request: JsonObject }): Promise<Side> {
  const first = await settle(search(scope, { index, request }));
  const isRefused = !first.ok && first.failure.status === 400;
  const answer = isRefused ? await settle(search(scope, { index, request: withoutReasons(request) })) : first;
  if (!answer.ok) return { request, kind: "failed", failure: first.ok ? answer.failure : first.failure };
  const part = readHits(answer.value);
  if (!part.ok) return { request, kind: "refused", message: part.message };
  const why = readHits(answer.value, { id: "why" });
  const [hit] = why.ok ? why.value.hits : [];
  return { request, kind: "hits", found: part.value, why: hit ? readExplanation(hit._explanation) : null, counted: isRefused ? null : answer.value };
}

type Compared = { index: string; asked: Asked; stored: JsonObject; draft: JsonObject | null };

/**
 * One search with the settings that are in force, and with those of a draft (null: nothing waits), at the same time. What fails on one side leaves the other as
 * it is.
 */
export async function compareLiveAndDraft(scope: Pick<Scope, "http">, { index, asked, stored, draft }: Compared): Promise<{ live: Side; draft: Side | null }> {
  const live = ask(scope, { index, request: comparedRequest(asked, stored) });
  // Counted once: which documents a filter leaves is the same on both sides, but for what the words find.
  const request = draft && filledRequest({ request: comparedRequest({ ...asked, counts: false }, draft), record: draft });
  const [one, other] = await Promise.all([live, request && ask(scope, { index, request })]);
  return { live: one, draft: other };
}
