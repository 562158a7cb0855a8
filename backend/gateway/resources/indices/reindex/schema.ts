import * as z from "zod";
import { type JsonObject, isJsonObject } from "@common/text/json";

const object = z.custom<JsonObject>(isJsonObject);

/** Body of a re-index. `type` and `es_version`, which the dashboard sends, are ignored. */
export const ReindexBodySchema = z.object({
  mappings: object.nullish(),
  settings: object.nullish(),
  include_fields: z.array(z.string()).nullish(),
  exclude_fields: z.array(z.string()).nullish(),
  types: z.array(z.string()).nullish(),
  action: z.array(z.string()).nullish(),
  search_relevancy_settings: object.nullish(),
  script: z.string().nullish(),
});
/** A body that was checked: in the place of its script the program of the assignments that it is. */
export type ReindexBody = Omit<z.infer<typeof ReindexBodySchema>, "script"> & { program?: JsonObject };

/** The engine's report, of which `created` and `updated` are left out when 0, as the real server does [recorded]. */
export const ReportSchema = z.object({
  took: z.number().default(0),
  timed_out: z.boolean().default(false),
  total: z.number().default(0),
  updated: z.number().default(0),
  created: z.number().default(0),
  deleted: z.number().default(0),
  batches: z.number().default(0),
  version_conflicts: z.number().default(0),
  noops: z.number().default(0),
  retries: z.object({ bulk: z.number(), search: z.number() }).default({ bulk: 0, search: 0 }),
  throttled_millis: z.number().default(0),
  requests_per_second: z.number().default(-1),
  throttled_until_millis: z.number().default(0),
  failures: z.array(z.unknown()).default([]),
});
export type Report = z.infer<typeof ReportSchema>;

/** The report as it is answered. */
export function answeredReport(report: Report): Record<string, unknown> {
  const { created, updated, ...rest } = report;
  return {
    ...rest,
    ...(created ? { created } : {}),
    ...(updated ? { updated } : {}),
    throttled: "",
    throttled_until: "",
  };
}
