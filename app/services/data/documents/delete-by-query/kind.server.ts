import * as z from "zod";
import { countOf, formatNumber } from "~/lib/values/numbers";
import { apiPath } from "~/services/platform/http/path";
import { defineKind } from "~/services/platform/jobs/kind.server";

const schemas = {
  /** The query as JSON text, so that its numbers keep their digits; `count` was confirmed. */
  input: z.object({ query: z.string(), count: z.number() }),
  progress: z.object({ deleted: z.number() }),
  result: z.object({ deleted: z.number(), left: z.number() }),
};

const countSchema = z.object({ count: z.number() });
const answerSchema = z.object({
  deleted: z.number(),
  version_conflicts: z.number().default(0),
  failures: z.array(z.unknown()).default([]),
});

/** Few enough that a cancel is heard within seconds. */
const STEP = 2_000;
const STEP_MS = 10 * 60_000;

/**
 * Deletes what matches a query, a few thousand at a time, and no more documents than were confirmed. One case is not
 * told from another: a console that died between a deletion and its save, while as many new documents came to match;
 * then up to one step more may go.
 */
export const deleteByQueryKind = defineKind({
  name: "delete-by-query",
  label: "Delete by query",
  right: "develop",
  unit: "documents",
  schemas,
  path: ({ target }) => apiPath`/${target}/_delete_by_query`,
  prepare: async ({ input }) => Promise.resolve({ progress: { deleted: 0 }, total: input.count }),
  async step({ row, http, input, done, total }) {
    const call = {
      method: "POST" as const,
      contentType: "application/json",
      body: `{"query":${input.query}}`,
      timeout: STEP_MS,
    };
    const { count } = await http().call({ ...call, path: apiPath`/${row.target}/_count`, schema: countSchema });
    const most = total ?? count;
    // What went before a restart without having been noted is known by what is left.
    const gone = Math.max(done, most - count);
    const wanted = Math.min(STEP, most - gone, count);
    if (wanted <= 0) return { progress: { deleted: gone }, done: gone, result: { deleted: gone, left: 0 } };
    const query = { max_docs: wanted, scroll_size: 1000, conflicts: "proceed", refresh: true };
    const answer = await http().call({
      ...call,
      path: apiPath`/${row.target}/_delete_by_query`,
      query,
      schema: answerSchema,
    });
    const deleted = gone + answer.deleted;
    const left = answer.version_conflicts + answer.failures.length;
    // Nothing goes any more: what is left was changed meanwhile, and would be tried without an end.
    const isLast = answer.deleted === 0;
    return {
      progress: { deleted },
      done: deleted,
      ...(isLast ? { result: { deleted, left: Math.max(left, most - deleted) } } : {}),
    };
  },
  nothingDone: ({ result }) =>
    result.deleted === 0 && result.left > 0
      ? `None of ${countOf(result.left, "document")} was deleted: they changed meanwhile, or the server refused it.`
      : undefined,
  describe: ({ row, progress, result }) => ({
    title: `Delete by query in ${row.target}`,
    detail: row.label,
    outcome:
      result !== null && result.left > 0
        ? `${result.left.toLocaleString("en")} changed meanwhile and were kept`
        : undefined,
    made:
      progress === null
        ? undefined
        : madeOf({ deleted: progress.deleted, left: result?.left ?? Math.max(0, (row.total ?? 0) - progress.deleted) }),
    unchanged:
      progress === null || progress.deleted === 0
        ? "Nothing was deleted."
        : "Documents deleted before stay deleted; the others are unchanged.",
    links: [{ label: "Browse documents", screen: "browse" }],
  }),
});

const madeOf = ({ deleted, left }: { deleted: number; left: number }) => ({
  done: deleted,
  left,
  words: `${countOf(deleted, "document")} deleted${left === 0 ? "" : `, ${formatNumber(left)} left`}`,
});
