import type { JsonObject } from "@common/text/json";
import { withClickPositions } from "./record-versions";
import { MOVE_NOTES } from "./moves";

const keyword = { type: "keyword" } as const;
const date = { type: "date" } as const;
const integer = { type: "integer" } as const;
/** Text of callers: what is longer is kept and not searched. */
const cut = { type: "keyword", ignore_above: 1024 } as const;
const kept = { type: "keyword", index: false, doc_values: false } as const;

/**
 * A change from one version to the next. Additions to the mapping need no step of their own: the present mapping is put
 * before any step runs.
 * `rewrite` takes a document's source in the older form and gives the newer one, or null where nothing is to be done;
 * it must give null for what it made itself, for a migration that was cut short runs again from its beginning.
 */
export type Migration = { to: number; rewrite: (source: JsonObject) => JsonObject | null };

/** A hidden index of the gateway's own. */
export type SystemIndex = {
  /** Its name; with `pieces` the alias over `<name>-000001` and those that follow. */
  name: string;
  pieces?: true;
  /** A ReactiveSearch server keeps the same records in an index of this name: where it did, they are shared. */
  shared?: true;
  /** Goes up with each change of the mapping or of the documents; kept in the mapping's `_meta`. */
  version: number;
  /**
   * Figures of visitors: what a machine that loses its power forgets of the last seconds may be lost, so that no write
   * waits for the disk.
   */
  async?: true;
  mappings: { dynamic: boolean; dynamic_templates?: readonly object[]; properties: Readonly<Record<string, object>> };
  migrations?: readonly Migration[];
};

/** Only these fields are searched; everything else is only stored. */
function closed(properties: Record<string, object>): SystemIndex["mappings"] {
  return { dynamic: false, properties };
}

const KEPT_BY_VISITORS = {
  user_id: keyword,
  recorded_by: keyword,
  kept_by: keyword,
  query_id: keyword,
  indices: keyword,
  updated_at: { type: "long" },
  timestamp: date,
};

const ANALYTICS = {
  // Only `c_<name>` fields come by themselves; all else is named here.
  dynamic: true,
  dynamic_templates: [{ custom_events: { match: "c_*", mapping: { type: "keyword", ignore_above: 256 } } }],
  properties: {
    search_query: keyword,
    search_query_length: integer,
    search_characters_length: integer,
    indices: keyword,
    took: integer,
    total_hits: { type: "long" },
    timestamp: date,
    ip: keyword,
    country: keyword,
    city: keyword,
    location: { type: "geo_point" },
    user_id: keyword,
    // Our own: who recorded it, analytics/visitors/owner.ts.
    recorded_by: keyword,
    search_filters: { type: "nested", properties: { key: keyword, value: keyword } },
    search_state: kept,
    url: kept,
    method: kept,
    hits_in_response: {
      type: "nested",
      properties: {
        id: keyword,
        index: keyword,
        click: { type: "boolean" },
        click_position: integer,
        conversion: { type: "boolean" },
      },
    },
    result_click_count: integer,
    // Our own: the places of result clicks once more beside the objects, so that their mean needs no look at objects.
    result_click_position_ids: integer,
    suggestion_click_count: integer,
    suggestion_click_object_ids: keyword,
    suggestion_click_position_ids: integer,
    conversion_count: integer,
    storedqueries: keyword,
    queryrules: keyword,
    meta: { type: "object", enabled: false },
  },
} as const;

/** Sums of records have the fields of these, and how many searches, filters and results each stands for. */
const ANALYTICS_SUMS = {
  run: keyword,
  kind: keyword,
  day: date,
  count: { type: "long" },
  timestamp: date,
  indices: keyword,
  search_query: keyword,
  total_hits: { type: "long" },
  user_id: keyword,
  country: keyword,
  search_filters: { type: "nested", properties: { key: keyword, value: keyword, count: { type: "long" } } },
  hits_in_response: {
    type: "nested",
    properties: {
      id: keyword,
      index: keyword,
      click: { type: "boolean" },
      click_position: { type: "long" },
      conversion: { type: "boolean" },
      count: { type: "long" },
    },
  },
  result_click_count: { type: "long" },
  result_click_position_ids: { type: "long" },
  suggestion_click_count: { type: "long" },
  suggestion_click_position_ids: { type: "long" },
  conversion_count: { type: "long" },
} as const;

const USER_SESSIONS = {
  ...ANALYTICS,
  properties: {
    user_id: keyword,
    recorded_by: keyword,
    ip: keyword,
    indices: keyword,
    timestamp: date,
    updated_at: date,
    duration: { type: "float" },
    bounce: { type: "boolean" },
  },
} as const;

/**
 * A run of a pipeline. Stages are a list and no object by id, so that nothing grows with what pipelines call theirs.
 */
const PIPELINE_RUNS = {
  pipeline_id: keyword,
  version: integer,
  took: { type: "float" },
  error: { type: "boolean" },
  timestamp: date,
  stages: {
    type: "nested",
    properties: { id: keyword, took: { type: "float" }, error: { type: "boolean" }, executed: { type: "boolean" } },
  },
};

/** A run that is kept whole; what went through it is only stored. */
const PIPELINE_LOGS = { pipeline_id: keyword, category: keyword, error: { type: "boolean" }, timestamp: date };

/** A conversation with an AI model; what was said is only stored. Times in ms since 1970. */
const AI_SESSIONS = {
  session_id: keyword,
  user_id: keyword,
  useful: { type: "boolean" },
  input_tokens: { type: "long" },
  output_tokens: { type: "long" },
  invocation_count: integer,
  model: keyword,
  index: keyword,
  created_at: date,
  timestamp: date,
};

const SEARCH_BOXES = {
  is_box: { type: "boolean" },
  is_preview: { type: "boolean" },
  updated_at: { type: "long" },
};

const words = { type: "text", index_options: "docs", norms: false } as const;

const LOGS = {
  id: keyword,
  timestamp: date,
  category: cut,
  indices: cut,
  request: { properties: { method: cut, uri: cut } },
  response: { properties: { code: integer, took: { type: "float" } } },
  storedqueries: cut,
  // What only this server keeps: recording/origin.ts. Words are for finding alone, without places and lengths.
  // What a call was about is one word each: recording/scope.ts.
  origin: {
    properties: {
      paths: cut,
      scope: cut,
      system: { type: "boolean" },
      name: cut,
      address: cut,
      route: cut,
      reason: cut,
      console: { type: "boolean" },
      took: { type: "float" },
      url: words,
      text: words,
    },
  },
};

const unread = { type: "object", enabled: false } as const;
const RELEVANCE = Object.fromEntries(
  ["search", "aggregations", "results", "language", "synonyms", "rules", "indexSettings"].map((section) => [
    section,
    unread,
  ]),
);

// Other clients list them by a search, and name the fields as a ReactiveSearch server maps them.
const both = { type: "keyword", fields: { keyword: { type: "keyword" } } } as const;
const SYNONYMS = { index: both, type: both, synonym: { type: "text" } } as const;

/**
 * Every index that the gateway keeps its own records in. All are hidden, of one shard, and closed to everybody but the
 * gateway and admins.
 */
export const SYSTEM = {
  locks: { name: ".locks", version: 1, mappings: closed({}) },
  // What is deleted while its index is re-indexed: reindex/deletions.ts.
  reindexDeletions: { name: ".reindex_deletions", version: 1, mappings: closed({ run: keyword }) },
  users: { name: ".users", shared: true, version: 1, mappings: closed({ username: keyword }) },
  credentials: {
    name: ".permissions",
    shared: true,
    version: 1,
    mappings: closed({ username: keyword, owner: keyword, role: keyword, indices: keyword, created_at: date }),
  },
  secondFactors: { name: ".second_factors", version: 1, mappings: closed({ username: keyword }) },
  publicKey: { name: ".publickey", shared: true, version: 1, mappings: closed({}) },
  syncPreferences: { name: ".sync_preferences", version: 1, mappings: closed({}) },
  logs: { name: ".logs", pieces: true, version: 5, mappings: closed(LOGS) },
  logRetention: { name: ".log_retention", version: 1, mappings: closed({}) },
  analytics: {
    name: ".analytics",
    version: 3,
    async: true,
    mappings: ANALYTICS,
    migrations: [{ to: 2, rewrite: withClickPositions }],
  },
  analyticsSums: { name: ".analytics_sums", version: 1, mappings: closed(ANALYTICS_SUMS) },
  analyticsDays: { name: ".analytics_days", version: 1, mappings: closed({}) },
  userSessions: { name: ".user_sessions", version: 2, async: true, mappings: USER_SESSIONS },
  insights: { name: ".actionableinsights", version: 1, mappings: closed({}) },
  analyticsPreferences: { name: ".analytics_preferences", version: 1, mappings: closed({}) },
  pipelineRuns: { name: ".pipeline_runs", version: 1, mappings: closed(PIPELINE_RUNS) },
  aiSessions: { name: ".ai_sessions", version: 1, mappings: closed(AI_SESSIONS) },
  searchSessions: { name: ".search_sessions", version: 1, async: true, mappings: closed({ seen_at: date }) },
  savedSearches: { name: ".saved_searches", version: 2, mappings: closed(KEPT_BY_VISITORS) },
  favorites: { name: ".favorites", version: 2, mappings: closed(KEPT_BY_VISITORS) },
  // Nothing in it is searched, and members go by names of fields, which may be any text.
  searchRelevance: { name: ".searchrelevancy", shared: true, version: 1, mappings: closed(RELEVANCE) },
  synonyms: { name: ".synonyms", shared: true, version: 1, mappings: closed(SYNONYMS) },
  suggestionPreferences: { name: ".suggestions_preferences", shared: true, version: 1, mappings: closed({}) },
  // With the search boxes that they belong to: ui-builder/search-boxes/store.ts.
  featuredSuggestions: { name: ".featured_suggestions", version: 2, mappings: closed(SEARCH_BOXES) },
  uiPages: { name: ".ui_pages", version: 1, mappings: closed({ kind: keyword }) },
  uiCode: { name: ".ui_code", version: 1, mappings: closed({}) },
  grades: { name: ".grades", version: 1, mappings: closed({ index: keyword, query: keyword }) },
  storedQueries: { name: ".storedqueries", version: 1, mappings: closed({}) },
  rules: { name: ".rules", shared: true, version: 1, mappings: closed({}) },
  ruleFailures: { name: ".rule_failures", version: 1, mappings: closed({}) },
  pipelines: { name: ".pipeline_definitions", version: 1, mappings: closed({}) },
  pipelineVersions: { name: ".pipeline_versions", version: 1, mappings: closed({ pipeline_id: keyword }) },
  pipelineVariables: { name: ".pipeline_variables", version: 1, mappings: closed({}) },
  pipelineLogs: { name: ".pipeline_traces", version: 1, mappings: closed(PIPELINE_LOGS) },
} as const satisfies Record<string, SystemIndex>;

/** The list, for what is done with each. */
export const SYSTEM_INDICES: readonly SystemIndex[] = Object.values(SYSTEM);

/** The name of a piece, numbered from 1. */
export function pieceName(name: string, number: number): string {
  return `${name}-${String(number).padStart(6, "0")}`;
}

/** The index that documents of a system index first go to. */
export function firstName({ name, pieces }: SystemIndex): string {
  return pieces ? pieceName(name, 1) : name;
}

/**
 * Names for an engine's roles, aliases and pieces each by its own (`.logs` and `.logs-*`), and the notes of a move,
 * which are looked for at each start.
 */
export function systemPatterns(indices: readonly SystemIndex[] = SYSTEM_INDICES): string[] {
  return [...indices.flatMap(({ name, pieces }) => (pieces ? [name, `${name}-*`] : [name])), MOVE_NOTES];
}

/**
 * The indices that hold the few records that the server cannot do without: a password must be changed, a code used up,
 * a credential taken back, on a full disk too.
 */
export const SMALL_SYSTEM_INDICES: readonly string[] = [
  SYSTEM.locks,
  SYSTEM.users,
  SYSTEM.secondFactors,
  SYSTEM.credentials,
  SYSTEM.publicKey,
  SYSTEM.syncPreferences,
].map(({ name }) => name);
