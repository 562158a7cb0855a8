/** One stage of a search as the request log keeps it; full texts, no deltas. `headers` is JSON text, `took` in ms. */
export type StageChange = { uri: string; headers: string; body: string; method: string; stage: string; took: number };

/** What a handler adds to the record of its call. */
export type RecordDraft = {
  /** Replaces the route's category, e.g. by `suggestion`. */
  category?: string;
  requestChanges?: StageChange[] | null;
  responseChanges?: StageChange[] | null;
  consoleLogs?: string[];
  /** Time of the search in ms, for the categories that tell it. */
  took?: number;
  /** Where it is about other indices than those of its path. */
  indices?: readonly string[];
  /** Ids of the stored queries that it ran. */
  storedQueries?: readonly string[];
  /**
   * Another server answered a part of it, or a call within the call: its answer names no index that one could go by.
   */
  isElsewhere?: boolean;
};
