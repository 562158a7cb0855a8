import { withPromotedHits } from "@common/search-relevance/promoted-hits";
import * as z from "zod";
import type { Caller } from "@backend/gateway/platform/auth/types";
import type { Reader } from "@backend/gateway/platform/fields/readers";
import type { SignedContext } from "@backend/gateway/platform/http/types";
import type { RunSearch } from "../../data/reactivesearch/run";
import { DEPTH, ndcg } from "./ndcg";
import type { GradeStore } from "./store";
import { toldTerms } from "./told";

/** Terms of one page. */
const PAGE = 10;

const HitSchema = z.object({ _id: z.string() });
const FoundSchema = z.record(
  z.string(),
  z
    .object({
      hits: z.object({ hits: z.array(HitSchema) }),
      promoted: z.array(z.object({ doc: HitSchema, position: z.number().optional() })).default([]),
    })
    .optional()
    .catch(undefined),
);

/** Scores by term and index, and how many terms there are. */
export type Metrics = { metrics: Record<string, Record<string, number>>; total: number };

// As a visitor searches: with the index's settings, but recorded by nobody.
function requestOf({
  terms,
  fields,
  size,
}: {
  terms: readonly string[];
  fields: readonly string[];
  size: number;
}): string {
  const more = fields.length > 0 ? { dataField: fields } : {};
  const query = terms.map((value, place) => ({
    id: `term-${place}`,
    value,
    from: 0,
    size,
    includeFields: [],
    excludeFields: ["*"],
    highlight: false,
    ...more,
  }));
  return JSON.stringify({ query, settings: { recordAnalytics: false } });
}

function mostOf(caller: Caller): number {
  return caller.kind === "credential" ? (caller.credential.reactivesearchConfig?.maxSize ?? DEPTH) : DEPTH;
}

/**
 * How good the present results of graded search terms are: nDCG@10 per term and index, of the terms that have grades
 * there. `fieldsOf` gives the fields to search where an index has no settings that name some. Terms that are not told
 * to `reader` count as ones without grades.
 */
export async function metricsOf(
  {
    grades,
    run,
    fieldsOf,
  }: { grades: GradeStore; run: RunSearch; fieldsOf: (index: string) => Promise<readonly string[]> },
  {
    context,
    indices,
    page,
    reader,
  }: { context: SignedContext; indices: readonly string[]; page: number; reader: Reader | null },
): Promise<Metrics> {
  const terms = toldTerms(await grades.terms(indices), reader).map(({ query }) => query);
  const shown = terms.slice((page - 1) * PAGE, page * PAGE);
  if (shown.length === 0) return { metrics: {}, total: terms.length };
  const size = Math.min(DEPTH, mostOf(context.caller));
  const given = await grades.of({ indices, queries: shown });
  const scores = await Promise.all(
    indices.map(async (index) => {
      const graded = shown.filter((term) => given.some((one) => one.index === index && one.query === term));
      if (graded.length === 0) return [];
      const answer = FoundSchema.parse(
        JSON.parse(
          await run(context, { index, body: requestOf({ terms: graded, fields: await fieldsOf(index), size }) }),
        ),
      );
      return graded.map((term, place) => {
        const found = answer[`term-${place}`];
        const results = found ? withPromotedHits(found.hits.hits, found).map(({ _id }) => _id) : [];
        const ofTerm = new Map(
          given.flatMap((one) => (one.index === index && one.query === term ? [[one.document, one.grade]] : [])),
        );
        return { index, term, score: ndcg({ results, grades: ofTerm }) };
      });
    }),
  );
  const all = scores.flat();
  const metrics = shown.map(
    (term) =>
      [term, Object.fromEntries(all.flatMap((one) => (one.term === term ? [[one.index, one.score]] : [])))] as const,
  );
  return { metrics: Object.fromEntries(metrics), total: terms.length };
}
