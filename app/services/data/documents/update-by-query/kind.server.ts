import { parseJson } from "@common/text/json";
import * as z from "zod";
import { countOf, formatNumber } from "~/lib/values/numbers";
import { editAll, fieldEdit, pageToEdit, storeEdited } from "~/services/data/documents/update-many.server";
import { defineKind, FailedError } from "~/services/platform/jobs/kind.server";

const schemas = {
  /** The query as JSON text, so that its numbers keep their digits; `count` was confirmed. */
  input: z.object({ query: z.string(), count: z.number(), edit: fieldEdit }),
  progress: z.object({ after: z.string().nullable(), size: z.number(), updated: z.number(), failed: z.number() }),
  result: z.object({ updated: z.number(), unchanged: z.number() }),
};

/** Documents of a step: few at first, then as many as fit the aim in characters, so that memory stays bounded. */
const FIRST = 20;
const MOST = 1000;
const AIM = 4_000_000;

/**
 * Edits one field of all that match a query, in the order of their ids and no more of them than were confirmed. Each is
 * stored only if nobody changed it since it was read; a step that is done twice changes nothing more.
 */
export const updateByQueryKind = defineKind({
  name: "update-by-query",
  label: "Update by query",
  right: "develop",
  unit: "documents",
  schemas,
  prepare: async ({ input }) =>
    Promise.resolve({ progress: { after: null, size: FIRST, updated: 0, failed: 0 }, total: input.count }),
  async step({ row, http, input, progress, done }) {
    const size = Math.min(progress.size, Math.max(1, input.count - done));
    const page = await pageToEdit(http(), {
      index: row.target,
      query: parseJson(input.query),
      size,
      after: progress.after,
    });
    if (!page.whole)
      throw new FailedError("This index does not store its documents whole (_source), so they cannot be edited.");
    const { writes, refused } = await editAll(page.hits, input.edit);
    const stored = await storeEdited(http(), { index: row.target, writes });
    const failures = [...refused, ...stored.refused].map(({ id, reason }, at) => {
      const number = progress.failed + at + 1;
      return { row: number, line: number, field: input.edit.field, reason, raw: Buffer.from(id) };
    });
    const seen = done + page.hits.length;
    const after = page.hits.at(-1)?.id ?? progress.after;
    const next = Math.max(1, Math.min(MOST, size * 4, Math.floor((AIM * page.hits.length) / Math.max(1, page.size))));
    const updated = progress.updated + stored.updated;
    const failed = progress.failed + failures.length;
    const isLast = page.hits.length < size || seen >= input.count;
    return {
      progress: { after, size: next, updated, failed },
      done: seen,
      failures,
      ...(isLast ? { result: { updated, unchanged: seen - updated - failed } } : {}),
    };
  },
  nothingDone: ({ progress, result, failures }) =>
    progress.failed > 0 && result.updated + result.unchanged === 0
      ? `The search server refused ${progress.failed === 1 ? "the document" : `all ${countOf(progress.failed, "document")}`}: ${failures[0]?.reason ?? "it does not say why"}.`
      : undefined,
  describe: ({ row, progress, result }) => ({
    title: `Update by query in ${row.target}`,
    detail: row.label,
    outcome:
      result === null
        ? undefined
        : `${countOf(result.updated, "document")} updated, ${result.unchanged.toLocaleString("en")} needed no change`,
    made: progress === null ? undefined : madeOf({ done: row.done, ...progress }),
    unchanged:
      progress === null || progress.updated === 0
        ? "Nothing was changed."
        : "Documents updated before stay updated; the others are unchanged.",
    links: [{ label: "Browse documents", screen: "browse" }],
  }),
});

/** In words: "1,685 documents updated, 300 needed no change, 15 refused". */
function madeOf({ done, updated, failed }: { done: number; updated: number; failed: number }) {
  const unchanged = Math.max(0, done - updated - failed);
  const rest = [
    ...(unchanged > 0 ? [`${formatNumber(unchanged)} needed no change`] : []),
    ...(failed > 0 ? [`${formatNumber(failed)} refused`] : []),
  ];
  return { done: done - failed, left: failed, words: [`${countOf(updated, "document")} updated`, ...rest].join(", ") };
}
