import { timeFromWords, timeInWords } from "~/lib/access-control/time-to-live";
import type { JsonObject } from "@common/text/json";
import * as z from "zod";
import { aclsAfter, type Credential } from "./read.server";

const texts = z.array(z.string());
const most = z.number().nullable();

/** What can be changed of a credential, by the names that the review shows. */
export const contentSchema = z.object({
  description: z.string(),
  operations: texts,
  categories: texts,
  limits: z.record(z.string(), z.number()),
  referers: texts,
  sources: texts,
  source_depth: most,
  indices: texts,
  include_fields: texts,
  exclude_fields: texts,
  // What was kept before there was such a switch has none.
  search_include_fields_only: z.boolean().default(false),
  max_size: most,
  max_aggregation_size: most,
  query_dsl: z.boolean(),
  expires_after: z.string(),
  role: z.string(),
});
export type Content = z.output<typeof contentSchema>;

/** What is stored, to be changed. */
export function contentOf(credential: Credential): Content {
  const {
    description,
    ops,
    categories,
    limits,
    referers,
    sources,
    depth,
    indices,
    include_fields,
    exclude_fields,
    search_include_fields_only,
    maxSize,
    maxAggregations,
    queryDsl,
    ttl,
    role,
  } = credential;
  return {
    ...{
      description,
      operations: ops,
      categories: [...categories].sort(),
      limits: sorted(limits),
      referers,
      sources,
      source_depth: depth,
      indices,
    },
    ...{
      include_fields,
      exclude_fields,
      search_include_fields_only,
      max_size: maxSize,
      max_aggregation_size: maxAggregations,
      query_dsl: queryDsl,
      expires_after: timeInWords(ttl),
      role,
    },
  };
}

const sorted = (limits: Record<string, number>) =>
  Object.fromEntries(Object.entries(limits).sort(([a], [b]) => (a < b ? -1 : 1)));
const textOf = (value: unknown) => JSON.stringify(value);

/** A limit that is taken back becomes the largest that can be set: no server forgets one. */
const NO_LIMIT = { maxSize: 10_000, maxAggregationSize: 100_000 };

function searchLimits({ max_size, max_aggregation_size, query_dsl }: Content, before?: Content): JsonObject {
  const size = max_size ?? (before?.max_size == null ? null : NO_LIMIT.maxSize);
  const aggregations =
    max_aggregation_size ?? (before?.max_aggregation_size == null ? null : NO_LIMIT.maxAggregationSize);
  return {
    ...(size === null ? {} : { maxSize: size }),
    ...(aggregations === null ? {} : { maxAggregationSize: aggregations }),
    disableQueryDSL: !query_dsl,
  };
}

/** The body that creates one. */
export function creationOf(content: Content): JsonObject {
  const {
    description,
    operations,
    categories,
    limits,
    referers,
    sources,
    source_depth,
    indices,
    include_fields,
    exclude_fields,
    expires_after,
    role,
  } = content;
  return {
    ...{ description, ops: operations, categories, limits, referers, sources, indices },
    ...(source_depth === null ? {} : { sources_xff_value: source_depth }),
    // Both at all times: a server that keeps one of them as null refuses every search of the credential.
    ...{ include_fields, exclude_fields },
    ...(content.search_include_fields_only ? { search_include_fields_only: true } : {}),
    reactivesearchConfig: searchLimits(content),
    ttl: timeFromWords(expires_after),
    // Even an empty one counts as taken on some servers.
    ...(role === "" ? {} : { role }),
  };
}

/** The body of a change: what is not the same, and nothing else. A role that is sent unchanged is refused as taken. */
export function patchOf({
  before,
  after,
  acls,
}: {
  before: Content;
  after: Content;
  acls: readonly string[];
}): JsonObject {
  const differs = (...names: (keyof Content)[]) => names.some((name) => textOf(before[name]) !== textOf(after[name]));
  const part = (isChanged: boolean, fields: () => JsonObject) => (isChanged ? fields() : {});
  return {
    ...part(differs("description"), () => ({ description: after.description })),
    ...part(differs("operations"), () => ({ ops: after.operations })),
    ...part(differs("categories"), () => ({
      categories: after.categories,
      ...(acls.length === 0
        ? {}
        : { acls: aclsAfter({ acls: [...acls], categories: before.categories }, after.categories) }),
    })),
    ...part(differs("limits"), () => ({ limits: after.limits })),
    ...part(differs("referers"), () => ({ referers: after.referers })),
    ...part(differs("sources"), () => ({ sources: after.sources })),
    ...part(differs("source_depth"), () => ({ sources_xff_value: after.source_depth })),
    ...part(differs("indices"), () => ({ indices: after.indices })),
    // An empty list takes them back on every server, null is passed over by some.
    ...part(differs("include_fields", "exclude_fields"), () => ({
      include_fields: after.include_fields,
      exclude_fields: after.exclude_fields,
    })),
    ...part(differs("search_include_fields_only"), () => ({
      search_include_fields_only: after.search_include_fields_only,
    })),
    ...part(differs("max_size", "max_aggregation_size", "query_dsl"), () => ({
      reactivesearchConfig: searchLimits(after, before),
    })),
    ...part(differs("expires_after"), () => ({ ttl: timeFromWords(after.expires_after) })),
    ...part(differs("role"), () => ({ role: after.role })),
  };
}
