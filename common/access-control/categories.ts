// What a record of rights may hold, and what follows from it: one table for the gateway, which keeps to it, and the
// console, which tells of it.

/** The 23 categories of the server, in its order. */
export const CATEGORIES = [
  "docs",
  "search",
  "indices",
  "cat",
  "clusters",
  "misc",
  "user",
  "permission",
  "analytics",
  "streams",
  "rules",
  "suggestions",
  "auth",
  "reactivesearch",
  "searchrelevancy",
  "synonyms",
  "searchgrader",
  "uibuilder",
  "logs",
  "cache",
  "storedquery",
  "sync",
  "pipelines",
] as const;
export type Category = (typeof CATEGORIES)[number];

export const OPS = ["read", "write", "delete"] as const;
export type Op = (typeof OPS)[number];

const ACLS_OF = {
  docs: [
    "reindex",
    "termvectors",
    "update",
    "create",
    "mtermvectors",
    "bulk",
    "delete",
    "source",
    "delete_by_query",
    "get",
    "mget",
    "update_by_query",
    "index",
    "exists",
  ],
  search: ["field_caps", "msearch", "validate", "rank_eval", "render", "search_shards", "search", "count", "explain"],
  indices: [
    "upgrade",
    "settings",
    "indices",
    "split",
    "aliases",
    "stats",
    "template",
    "open",
    "mapping",
    "recovery",
    "analyze",
    "cache",
    "forcemerge",
    "alias",
    "refresh",
    "segments",
    "close",
    "flush",
    "shrink",
    "shard_stores",
    "rollover",
  ],
  cat: ["cat"],
  clusters: ["remote", "cat", "nodes", "tasks", "cluster"],
  misc: ["scripts", "get", "ingest", "snapshot"],
} as const;

export type Acl = (typeof ACLS_OF)[keyof typeof ACLS_OF][number];

/** Every acl once. */
export const ACLS: readonly Acl[] = [...new Set(Object.values(ACLS_OF).flat())];

/** The acls of one category; most have none. */
export function aclsOfCategory(category: Category): readonly Acl[] {
  switch (category) {
    case "docs":
    case "search":
    case "indices":
    case "cat":
    case "clusters":
    case "misc":
      return ACLS_OF[category];
    default:
      return [];
  }
}

/** All acls of some categories, each once: what a record without acls of its own gets. */
export function aclsOf(categories: readonly Category[]): Acl[] {
  return [...new Set(categories.flatMap(aclsOfCategory))];
}

const DEVELOP: readonly Category[] = [
  "docs",
  "search",
  "indices",
  "cat",
  "clusters",
  "misc",
  "streams",
  "logs",
  "sync",
];
const RELEVANCE: readonly Category[] = [
  "rules",
  "suggestions",
  "reactivesearch",
  "searchrelevancy",
  "synonyms",
  "searchgrader",
  "storedquery",
  ...DEVELOP,
];

/** What a user's allowed actions stand for; the last three only steer the console. */
const CATEGORIES_OF_ACTION = {
  develop: DEVELOP,
  analytics: ["analytics", "logs", "cat"],
  "search-relevancy": RELEVANCE,
  pipelines: ["pipelines", ...RELEVANCE],
  uibuilder: ["uibuilder", ...RELEVANCE],
  "access-control": ["auth", "permission"],
  "user-management": ["user"],
  speed: ["cache", "cat"],
  "curated-insights": [],
  billing: [],
  "downtime-alerts": [],
} as const satisfies Record<string, readonly Category[]>;

export type AllowedAction = keyof typeof CATEGORIES_OF_ACTION;
export const ALLOWED_ACTIONS: readonly [AllowedAction, ...AllowedAction[]] = [
  "develop",
  "analytics",
  "search-relevancy",
  "pipelines",
  "uibuilder",
  "access-control",
  "user-management",
  "speed",
  "curated-insights",
  "billing",
  "downtime-alerts",
];

/** The categories of a user: all for an admin, else those of the actions. */
export function categoriesOfUser({
  isAdmin,
  actions,
}: {
  isAdmin: boolean;
  actions: readonly AllowedAction[];
}): Category[] {
  if (isAdmin) return [...CATEGORIES];
  return [...new Set(actions.flatMap((action): readonly Category[] => CATEGORIES_OF_ACTION[action]))];
}

/** Operation of a method on the server's own routes; routes passed to the engine name one operation for all methods. */
export function opOfMethod(method: string): Op {
  if (method === "DELETE") return "delete";
  return method === "GET" || method === "HEAD" ? "read" : "write";
}
