import { RESULT, visitorRequest } from "@common/search-relevance/visitors/request";
import type { JsonObject } from "@common/text/json";
import { answerSchema, readHits } from "~/services/data/search/answer.server";
import { defaultSearchFields } from "~/services/data/search/fields";
import { searchPath } from "~/services/data/search/reactivesearch.server";
import { listFields } from "~/services/indices/mappings/get.server";
import { type Settled, settle } from "~/services/platform/http/settle.server";
import type { Scope } from "~/session/scope.server";

/** Searches that are under way at once. Each is a request of its own: rules act on the words of a whole request. */
const AT_ONCE = 6;
/** Hits that are looked at: documents that rules promote are none of the total. */
const SEEN = 10;

/** What is counted: the words, and what nobody has published that they are searched with. */
export type Counted = { key: string; text: string; draft?: JsonObject };
type At = { index: string; usual: readonly string[] };

// As visitors search, but counted as nobody's search.
async function ask(
  { http }: Pick<Scope, "http">,
  { index, usual }: At,
  { text, draft }: Counted,
): Promise<Settled<JsonObject>> {
  const request = visitorRequest({ text, from: 0, size: SEEN, usual, shown: ["_none_"], marked: [] });
  const path = searchPath(index);
  return settle(
    http.call({
      method: "POST",
      path: draft === undefined ? path : `${path}/draft`,
      json: draft === undefined ? request : { ...request, draft },
      schema: answerSchema,
    }),
  );
}

function countIn(answer: Settled<JsonObject>): number | undefined {
  const hits = answer.ok ? readHits(answer.value, { id: RESULT }) : null;
  return hits?.ok ? Math.max(hits.value.total, hits.value.hits.length) : undefined;
}

// Fields to look in, where the settings of the index name none and a search without any is refused.
async function usualFields(scope: Pick<Scope, "http">, index: string, first: Counted): Promise<readonly string[]> {
  const answer = await ask(scope, { index, usual: [] }, first);
  if (answer.ok && countIn(answer) !== undefined) return [];
  const mapping = await settle(listFields(scope, index));
  return mapping.ok ? defaultSearchFields(mapping.value).map(({ path }) => path) : [];
}

/**
 * How many results a visitor sees now for each of the searches, by key; those that the server did not answer are left
 * out. One that is to be tried with a draft is left out, with all others of the kind, where the server or the reader's
 * rights refuse the first. Where the settings of the index name no fields, its usual ones are searched. Throws nothing
 * for a failed call.
 */
export async function countResults(
  scope: Pick<Scope, "http">,
  { index, searches }: { index: string; searches: readonly Counted[] },
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const [first] = searches;
  if (first === undefined) return counts;
  const at = { index, usual: await usualFields(scope, index, { ...first, draft: undefined }) };
  const [firstTried] = searches.filter(({ draft }) => draft !== undefined);
  const tries = firstTried === undefined || (await ask(scope, at, firstTried)).ok;
  const wanted = searches.filter(({ draft }) => draft === undefined || tries);
  for (let from = 0; from < wanted.length; from += AT_ONCE) {
    const piece = wanted.slice(from, from + AT_ONCE);
    const found = await Promise.all(piece.map(async (one) => countIn(await ask(scope, at, one))));
    // A server that does not answer at all is not asked for everything.
    if (found.every((count) => count === undefined)) return counts;
    for (const [place, count] of found.entries()) {
      const key = piece[place]?.key;
      if (key !== undefined && count !== undefined) counts.set(key, count);
    }
  }
  return counts;
}
