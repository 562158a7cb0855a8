import {
  searchedFields,
  type VisitorSearch,
  visitorRequest,
  RESULT,
  WORDS,
} from "@common/search-relevance/visitors/request";
import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import type { Failure } from "~/lib/messages/user-messages";
import { settle } from "~/services/platform/http/settle.server";
import { type Explanation, type Hits, readExplanation, readHits } from "~/services/data/search/answer.server";
import { search } from "~/services/data/search/reactivesearch.server";
import type { Scope } from "~/session/scope.server";

/**
 * What one side of a comparison found, or why it found nothing. `why` is the score of the document that was asked for;
 * null where it is not found.
 */
export type Side = { request: JsonObject } & (
  | {
      kind: "hits";
      found: Hits;
      why: Explanation | null;
      /** What facets were counted in; null where the server refused to. */ counted: JsonObject | null;
    }
  /** The engine refused this search; its own words. */
  | { kind: "refused"; message: string }
  | { kind: "failed"; failure: Failure }
);

// Some servers let no caller say more than the search API has words for: then the hits come without reasons. Filters
// stay, and are not counted.
const isFilter = ({ type }: JsonObject) => type === "term" || type === "range";

function withoutReasons(request: JsonObject): JsonObject {
  const queries = Array.isArray(request["query"]) ? request["query"] : [];
  const query = queries.flatMap((one): JsonValue[] => {
    if (!isJsonObject(one)) return [];
    const { defaultQuery: _explain, react, ...bare } = one;
    if (isFilter(one)) return [{ ...bare, execute: false }];
    return one["id"] === RESULT || one["id"] === WORDS ? [{ ...bare, ...(react !== undefined && { react }) }] : [];
  });
  return { ...request, query };
}

async function ask(
  scope: Pick<Scope, "http">,
  { index, request, from }: { index: string; request: JsonObject; from: number },
): Promise<Side> {
  const first = await settle(search(scope, { index, request }));
  const isRefused = !first.ok && first.failure.status === 400;
  const answer = isRefused ? await settle(search(scope, { index, request: withoutReasons(request) })) : first;
  if (!answer.ok) return { request, kind: "failed", failure: first.ok ? answer.failure : first.failure };
  const part = readHits(answer.value, { from });
  if (!part.ok) return { request, kind: "refused", message: part.message };
  const why = readHits(answer.value, { id: "why" });
  const [hit] = why.ok ? why.value.hits : [];
  return {
    request,
    kind: "hits",
    found: part.value,
    why: hit ? readExplanation(hit._explanation) : null,
    counted: isRefused ? null : answer.value,
  };
}

export type Asked = VisitorSearch & {
  /** Fields to look in on the side whose settings name none. */
  usual: readonly string[];
};
type Compared = {
  index: string;
  asked: Asked;
  stored: JsonObject;
  /** The record of the draft, and what makes a request one that is tried with it. */
  draft: { record: JsonObject; tried: (request: JsonObject) => JsonObject } | null;
};

// A visitor's search; what is shown is the same on both sides.
function comparedRequest({ usual, shown = [], ...asked }: Asked, record: JsonObject): JsonObject {
  const named = searchedFields(record);
  return visitorRequest({ ...asked, shown, marked: shown, explain: true, usual: named.length === 0 ? usual : [] });
}

/**
 * One search with the settings that are in force, and with those of a draft (null: nothing waits), at the same time.
 * What fails on one side leaves the other as it is.
 */
export async function compareLiveAndDraft(
  scope: Pick<Scope, "http">,
  { index, asked, stored, draft }: Compared,
): Promise<{ live: Side; draft: Side | null }> {
  const { from } = asked;
  const live = ask(scope, { index, from, request: comparedRequest(asked, stored) });
  // Counted once: which documents a filter leaves is the same on both sides, but for what the words find.
  const request = draft && draft.tried(comparedRequest({ ...asked, counts: false }, draft.record));
  const [one, other] = await Promise.all([live, request && ask(scope, { index, from, request })]);
  return { live: one, draft: other };
}
