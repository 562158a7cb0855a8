import { failureMessage } from "~/lib/messages/user-messages";
import { idealOrder, ndcg } from "@common/search-relevance/ranking";
import { titlesOf } from "~/services/data/documents/find.server";
import { readHits } from "~/services/data/search/answer.server";
import { search } from "~/services/data/search/reactivesearch.server";
import { settle } from "~/services/platform/http/settle.server";
import { getRelevance } from "~/services/search-relevance/settings.server";
import type { Scope } from "~/session/scope.server";
import type { RelevanceTest } from "../records.server";
import { RATED_PLACES } from "./run.server";
import { requestsOn } from "./run-all.server";

/** A document at its place; `place` is null where it is not among the results, `ideal` where no grade gives it one. */
export type OrderRow = { id: string; title: string; place: number | null; grade: number | null; ideal: number | null };

/** The present order of a test's search beside the ideal one, and its nDCG@10; or why it found nothing. */
export type Order = { kind: "order"; rows: OrderRow[]; ndcg: number | null } | { kind: "failed"; message: string };

type Asked = Pick<RelevanceTest, "request" | "names"> & {
  index: string;
  /** Those that count: they may be typed and not saved yet. */
  grades: Readonly<Record<string, number>>;
};

/**
 * Searches as a test does, on what is live, and puts the first ten results beside the order that its grades would have.
 */
export async function orderOf(
  scope: Pick<Scope, "http">,
  { index, request: typed, names, grades: graded }: Asked,
): Promise<Order> {
  const settings = await settle(getRelevance(scope, index));
  const record = settings.ok && settings.value ? settings.value.record : null;
  const test = { request: typed, expectations: [] };
  const request = (await requestsOn({ ...scope, index, tests: [test] }, record))(test);
  const answer = await settle(search(scope, { index, request }));
  if (!answer.ok) return { kind: "failed", message: failureMessage(answer.failure) };
  const part = readHits(answer.value);
  if (!part.ok) return { kind: "failed", message: part.message };
  const results = part.value.hits.slice(0, RATED_PLACES).map(({ _id }) => _id);
  const grades = new Map(Object.entries(graded));
  const ideal = idealOrder({ results, grades });
  const hasGrades = [...grades.values()].some((grade) => grade > 0);
  const ids = [...results, ...ideal.filter((id) => !results.includes(id))].slice(0, 2 * RATED_PLACES);
  const titles = await settle(titlesOf(scope, { index, ids }));
  const placeOf = (list: readonly string[], id: string) => (list.includes(id) ? list.indexOf(id) + 1 : null);
  return {
    kind: "order",
    ndcg: hasGrades ? ndcg({ results, grades, places: RATED_PLACES }) : null,
    rows: ids.map((id) => ({
      id,
      title: (titles.ok ? titles.value[id] : undefined) ?? names[id] ?? id,
      place: placeOf(results, id),
      grade: grades.get(id) ?? null,
      ideal: hasGrades ? placeOf(ideal, id) : null,
    })),
  };
}
