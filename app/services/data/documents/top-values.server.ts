import { type JsonObject, type JsonValue, LosslessNumber } from "@common/text/json";
import * as z from "zod";
import { exactPath, type MappingField } from "~/lib/data/documents/mapping-fields";
import { apiPath } from "~/services/platform/http/path";
import type { Scope } from "~/session/scope.server";

/** How many of the most frequent values are told. */
const TOP = 10;

// Numbers and dates come with a text of their own; 1 and 0 of a boolean have "true" and "false" there.
const bucketSchema = z.object({
  key: z.union([z.string(), z.number(), z.boolean(), z.instanceof(LosslessNumber)]),
  key_as_string: z.string().optional(),
  doc_count: z.number(),
});
const valuesSchema = z.object({ buckets: z.array(bucketSchema), sum_other_doc_count: z.number().default(0) });
const missingSchema = z.object({ doc_count: z.number() });
const nestedSchema = z.object({ values: valuesSchema });
const answerSchema = z.object({
  aggregations: z.object({
    values: z.union([nestedSchema.transform(({ values }) => values), valuesSchema]),
    missing: missingSchema,
  }),
});

export type TopValues = {
  field: string;
  values: { value: string; count: number }[];
  /** Documents with other values; of a field with several values some count twice. */
  others: number;
  /** Documents without one. */
  missing: number;
};

/** True where a field's values can be counted. */
export const canBeCounted = (field: MappingField) => exactPath(field) !== undefined;

type Options = { index: string; query: JsonObject; field: MappingField };

/** The most frequent values of a field among what a query matches. Throws BackendError. */
export async function topValues({ http }: Pick<Scope, "http">, { index, query, field }: Options): Promise<TopValues> {
  const path = exactPath(field) ?? field.path;
  const terms: JsonObject = { terms: { field: path, size: TOP } };
  const { nested } = field;
  const exists: JsonValue =
    nested === undefined
      ? { exists: { field: field.path } }
      : { nested: { path: nested, query: { exists: { field: field.path } } } };
  const json: JsonObject = {
    query,
    size: 0,
    track_total_hits: false,
    aggs: {
      values: nested === undefined ? terms : { nested: { path: nested }, aggs: { values: terms } },
      missing: { filter: { bool: { must_not: [exists] } } },
    },
  };
  const { aggregations } = await http.call({
    method: "POST",
    path: apiPath`/${index}/_search`,
    json,
    schema: answerSchema,
  });
  const { values, missing } = aggregations;
  return {
    field: field.path,
    values: values.buckets.map(({ key, key_as_string, doc_count }) => ({
      value: key_as_string ?? String(key),
      count: doc_count,
    })),
    others: values.sum_other_doc_count,
    missing: missing.doc_count,
  };
}
