import * as z from "zod";
import { apiPath } from "~/services/platform/http/path";
import { settle } from "~/services/platform/http/settle.server";
import type { Scope } from "~/session/scope.server";
import { isVisitor } from "~/session/visitor.server";

/** Fields that are asked about at once, and values of each. */
const MOST_FIELDS = 20;
const MOST_VALUES = 1000;

const bucketSchema = z.object({ key: z.union([z.string(), z.number()]), key_as_string: z.string().optional() });
const answerSchema = z.object({
  aggregations: z.record(z.string(), z.object({ buckets: z.array(bucketSchema) })).default({}),
});

type Filter = { field: string; value: string };

/**
 * Values of filters as the index has them: servers record them in small letters. Undefined for one that the index does
 * not have, or not among the 1,000 most frequent of its field, and for all where the reader may not search the index.
 * Throws nothing for a failed call.
 */
export async function filterValues(
  scope: Scope,
  { index, filters }: { index: string; filters: readonly Filter[] },
): Promise<(filter: Filter) => string | undefined> {
  const fields = [...new Set(filters.map(({ field }) => field))].slice(0, MOST_FIELDS);
  // Who has no account may read figures, and no document.
  if (isVisitor(scope) || fields.length === 0) return () => undefined;
  const aggs = Object.fromEntries(
    fields.map((field, at) => [String(at), { terms: { field, size: MOST_VALUES } }] as const),
  );
  const found = await settle(
    scope.http.call({
      method: "POST",
      path: apiPath`/${index}/_search`,
      json: { size: 0, aggs },
      schema: answerSchema,
    }),
  );
  const known = new Map<string, string>();
  if (found.ok)
    for (const [at, field] of fields.entries())
      for (const { key, key_as_string: text } of found.value.aggregations[String(at)]?.buckets ?? []) {
        const value = text ?? String(key);
        const name = JSON.stringify([field, value.toLowerCase()]);
        // Of two that differ in their letters alone the more frequent one stands first.
        if (!known.has(name)) known.set(name, value);
      }
  return ({ field, value }) => known.get(JSON.stringify([field, value.toLowerCase()]));
}
