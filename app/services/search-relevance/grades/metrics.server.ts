import * as z from "zod";
import { whereOffered } from "~/services/platform/http/not-offered.server";
import type { Scope } from "~/session/scope.server";

/** Servers take no more indices at a time. */
export const MOST_INDICES = 5;
/** Terms that they tell at a time. */
export const TERMS_A_PAGE = 10;

const metricsSchema = z.object({
  metrics: z.record(z.string(), z.record(z.string(), z.number().nullable())).nullish(),
  total: z.number().nullish(),
});

/** How good the results of a search term are, by index, from 0 to 1; null where the server tells no number. */
export type GradedTerm = { term: string; scores: Record<string, number | null> };

/**
 * One page of the terms that have grades on some indices, and how many there are; null where the server has no such
 * call. Throws BackendError.
 */
export async function readMetrics(
  { http }: Pick<Scope, "http">,
  { indices, page }: { indices: readonly string[]; page: number },
): Promise<{ terms: GradedTerm[]; total: number } | null> {
  const call = http.call({
    method: "POST",
    path: "/_grade/metrics",
    json: { indices: [...indices], page },
    schema: metricsSchema,
  });
  const answer = await whereOffered(call);
  if (answer === null) return null;
  const terms = Object.entries(answer.metrics ?? {}).map(([term, scores]) => ({ term, scores }));
  return { terms, total: answer.total ?? terms.length };
}
