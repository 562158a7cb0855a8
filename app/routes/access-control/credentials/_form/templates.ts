import type { Content } from "~/services/access-control/credentials/content.server";

// The usual cases: what a new credential begins with.

export const templates = [
  { key: "search-page", label: "Search page" },
  { key: "indexing-job", label: "Indexing job" },
  { key: "dashboard", label: "Read-only dashboard" },
] as const;

const base: Content = {
  ...{
    description: "",
    operations: ["read"],
    categories: ["analytics", "reactivesearch"],
    limits: {},
    referers: ["*"],
    sources: ["0.0.0.0/0"],
  },
  ...{
    source_depth: null,
    indices: [],
    include_fields: [],
    exclude_fields: [],
    search_include_fields_only: false,
    max_size: null,
    max_aggregation_size: null,
    query_dsl: true,
  },
  ...{ expires_after: "never", role: "" },
};

const cases: Record<string, Partial<Content>> = {
  "search-page": { description: "Search page", max_size: 100, max_aggregation_size: 100, query_dsl: false },
  "indexing-job": {
    description: "Indexing job",
    operations: ["write"],
    categories: ["docs"],
    expires_after: "365 days",
  },
  dashboard: { description: "Read-only dashboard", categories: ["analytics", "cat", "indices", "logs", "search"] },
};

/** A new credential: of a usual case, or with the defaults; under an index for that one. */
export function newContent({
  template,
  index,
  limit,
  limitKeys,
}: {
  template: string;
  index: string | undefined;
  limit: number;
  limitKeys: readonly string[];
}): Content {
  const limits = { ...Object.fromEntries(limitKeys.map((key) => [key, limit])), ip_limit: 7200 };
  return { ...base, limits, indices: index === undefined ? [] : [index], ...cases[template] };
}
