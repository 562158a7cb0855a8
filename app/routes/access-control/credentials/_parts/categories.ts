import type { Category } from "@common/access-control/categories";

export type CategoryRow = { name: Category; opens: string };

/** The categories in the order of the form, with what each opens. */
export const categoryRows: readonly CategoryRow[] = [
  { name: "reactivesearch", opens: "Search API" },
  { name: "analytics", opens: "Analytics of searches and clicks" },
  { name: "storedquery", opens: "Stored queries" },
  { name: "search", opens: "_search, _msearch, _count" },
  { name: "docs", opens: "Documents by ID, and in bulk" },
  { name: "indices", opens: "Indices, mappings, settings, aliases" },
  { name: "clusters", opens: "Nodes, cluster health, tasks" },
  { name: "cat", opens: "_cat lists" },
  { name: "misc", opens: "Scripts, ingest, snapshots" },
  { name: "searchrelevancy", opens: "Search relevance settings" },
  { name: "cache", opens: "Cache settings" },
  { name: "suggestions", opens: "Suggestions settings" },
  { name: "rules", opens: "Query rules" },
  { name: "synonyms", opens: "Synonyms" },
  { name: "user", opens: "Users of this console" },
  { name: "permission", opens: "API credentials" },
  { name: "logs", opens: "Request logs" },
  { name: "auth", opens: "Public key of role-based access" },
  { name: "uibuilder", opens: "UI builder" },
  { name: "streams", opens: "Streams" },
  { name: "searchgrader", opens: "Search grader" },
  { name: "sync", opens: "Sync preferences" },
  { name: "pipelines", opens: "Pipelines" },
];

/** Those that open the server itself: whoever has one can do harm beyond an index. */
export const powerful: readonly string[] = ["user", "permission", "auth", "misc", "clusters", "pipelines"];

/** The key of a category's rate limit on the wire; the UI builder's has an old name. */
export const limitKey = (name: string): string => (name === "uibuilder" ? "ecommintegration_limit" : `${name}_limit`);
