import { ANALYTICS_LIMITS } from "@common/limits/analytics";
import * as z from "zod";
import { badRequest } from "../../platform/http/errors";

const hit = z.object({
  id: z.string(),
  index: z.string(),
  click: z.boolean(),
  click_position: z.number(),
  conversion: z.boolean(),
});
const list = z.array(z.string()).default([]);
const count = z.number().default(0);

/**
 * One search as analytics keep it (contract 20, 4.4), with all that became of it. A record that began with a click has
 * no `timestamp` and shows in no report. Custom events stand beside the rest as `c_<name>`.
 */
export const SearchRecordSchema = z.looseObject({
  search_query: z.string().optional(),
  search_query_length: z.number().optional(),
  search_characters_length: z.number().optional(),
  indices: list,
  took: z.number().optional(),
  total_hits: z.number().optional(),
  timestamp: z.string().optional(),
  ip: z.string().optional(),
  country: z.string().optional(),
  city: z.string().optional(),
  location: z.string().optional(),
  user_id: z.string().optional(),
  /** Our own: from where it was recorded, `visitors/owner.ts`. */
  recorded_by: z.string().optional(),
  search_filters: z.array(z.object({ key: z.string(), value: z.string() })).default([]),
  search_state: z.string().optional(),
  url: z.string().optional(),
  method: z.string().optional(),
  hits_in_response: z.array(hit).default([]),
  result_click_count: count,
  result_click_position_ids: z.array(z.number()).default([]),
  suggestion_click_count: count,
  suggestion_click_object_ids: list,
  suggestion_click_position_ids: z.array(z.number()).default([]),
  conversion_count: count,
  /** Ids of the stored queries and of the rules that took part. */
  storedqueries: z.array(z.string()).optional(),
  queryrules: z.array(z.string()).optional(),
  meta: z.unknown().optional(),
});
export type SearchRecord = z.infer<typeof SearchRecordSchema>;
export type HitRecord = z.infer<typeof hit>;

/** Fields of a record for its term: lower case; a search without text has none. */
export function termFields(term: string | undefined): Partial<SearchRecord> {
  // Halves of a letter, which a cut text may end in, are no text to engines.
  const text = (term ?? "")
    .replace(/\p{Cs}/gu, "\ufffd")
    .trim()
    .toLowerCase();
  if (text === "") return {};
  return {
    search_query: text,
    search_query_length: text.split(/\s+/).length,
    search_characters_length: [...text].length,
  };
}

/**
 * The same id means another document in another index. A click names the index that was searched, which may be an
 * alias: then the id alone has to do.
 */
function entryOf(record: SearchRecord, id: string, index: string, { exact = false } = {}): HitRecord {
  const same = (entry: HitRecord) => entry.id === id;
  const known =
    record.hits_in_response.find((entry) => same(entry) && entry.index === index) ??
    (exact ? undefined : record.hits_in_response.find(same));
  if (known) return known;
  const entry: HitRecord = { id, index, click: false, click_position: 0, conversion: false };
  record.hits_in_response.push(entry);
  return entry;
}

/** Throws 400 where a search has more results, or suggestions, than are kept of one. */
export function requireRoom({ hits_in_response: hits, suggestion_click_object_ids: suggestions }: SearchRecord): void {
  const { results, resultsBytes } = ANALYTICS_LIMITS;
  if (hits.length > results.most || suggestions.length > results.most)
    throw badRequest(`a search may have at most ${results.most} results`);
  const letters =
    hits.reduce((all, { id, index }) => all + id.length + index.length, 0) +
    suggestions.reduce((all, id) => all + id.length, 0);
  if (letters > resultsBytes.most)
    throw badRequest(`the ids of the results of a search may be at most ${resultsBytes.most} characters long together`);
}

/** Adds results that the visitor saw; each counts once. */
export function addImpressions(record: SearchRecord, impressions: readonly { id: string; index: string }[]): void {
  for (const { id, index } of impressions) entryOf(record, id, index, { exact: true });
}

/** Adds clicks by id and place (from 1); each id counts once, on results and on suggestions apart. */
export function addClicks(
  record: SearchRecord,
  { clicks, type, index }: { clicks: Readonly<Record<string, number>>; type: "result" | "suggestion"; index: string },
): void {
  for (const [id, position] of Object.entries(clicks)) {
    if (type === "suggestion") {
      if (record.suggestion_click_object_ids.includes(id)) continue;
      record.suggestion_click_object_ids.push(id);
      record.suggestion_click_position_ids.push(position);
      record.suggestion_click_count++;
      continue;
    }
    const entry = entryOf(record, id, index);
    if (entry.click) continue;
    entry.click = true;
    entry.click_position = position;
    record.result_click_position_ids.push(position);
    record.result_click_count++;
  }
}

/**
 * Adds conversions; each id counts once. One that names no document is the search's alone: it counts where the search
 * has none yet.
 */
export function addConversions(
  record: SearchRecord,
  { ids, index }: { ids: readonly string[] | null; index: string },
): void {
  if (ids === null) record.conversion_count = Math.max(1, record.conversion_count);
  for (const id of ids ?? []) {
    const entry = entryOf(record, id, index);
    if (entry.conversion) continue;
    entry.conversion = true;
    record.conversion_count++;
  }
}
