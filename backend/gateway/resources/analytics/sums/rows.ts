import { ANALYTICS_LIMITS } from "@common/limits/analytics";
import * as z from "zod";

const text = z.string().optional().catch(undefined);
const number = z.number().catch(0);
const numbers = z.array(z.number()).catch([]);

/** Fields of a record that its sums are made from. */
export const SUMMED = [
  "timestamp",
  "search_query",
  "indices",
  "total_hits",
  "user_id",
  "country",
  "search_filters",
  "hits_in_response",
  "result_click_count",
  "result_click_position_ids",
  "suggestion_click_count",
  "suggestion_click_position_ids",
  "conversion_count",
] as const;

const hit = z.object({
  id: z.string(),
  index: z.string(),
  click: z.boolean().catch(false),
  click_position: number,
  conversion: z.boolean().catch(false),
});

/** A record as it is summed: whatever of it cannot be read counts as nothing there, as an engine has it. */
export const SummedRecordSchema = z.object({
  timestamp: z
    .union([z.string(), z.number()])
    .transform((at) => new Date(at))
    .refine((at) => !Number.isNaN(at.getTime())),
  search_query: text,
  indices: z.array(z.string()).catch([]),
  total_hits: z.number().optional().catch(undefined),
  user_id: text,
  country: text,
  search_filters: z.array(z.object({ key: z.string(), value: z.string() })).catch([]),
  hits_in_response: z.array(hit).catch([]),
  result_click_count: number,
  result_click_position_ids: numbers,
  suggestion_click_count: number,
  suggestion_click_position_ids: numbers,
  conversion_count: number,
});
type SummedRecord = z.infer<typeof SummedRecordSchema>;

/**
 * What a row tells of: searches by hour, users, terms, countries, filters, searches with any filter, results. Each
 * report reads the kinds that it needs.
 */
export type RowKind = "hour" | "user" | "term" | "country" | "filter" | "filtered" | "result";

type Clicks = Record<
  | "result_click_count"
  | "result_click_position_ids"
  | "suggestion_click_count"
  | "suggestion_click_position_ids"
  | "conversion_count",
  number
>;
/**
 * Sums look like records, so that one search adds up both: `count` is how many searches a row stands for (a record
 * stands for one).
 */
export type Row = {
  kind: RowKind;
  indices: string[];
  timestamp: string;
  count: number;
  total_hits?: 0;
} & Partial<Clicks> & {
    search_query?: string | undefined;
    country?: string | undefined;
    user_id?: string[];
    search_filters?: { key?: string; value?: string; count: number }[];
    hits_in_response?: {
      id?: string;
      index?: string;
      click?: boolean;
      click_position?: number;
      conversion?: boolean;
      count: number;
    }[];
  };

/** Users that stand together in a row. */
const USERS_A_ROW = 1000;

function add(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}

function addClicks(row: Row, record: SummedRecord): void {
  row.result_click_count = (row.result_click_count ?? 0) + record.result_click_count;
  row.result_click_position_ids = (row.result_click_position_ids ?? 0) + add(record.result_click_position_ids);
  row.suggestion_click_count = (row.suggestion_click_count ?? 0) + record.suggestion_click_count;
  row.suggestion_click_position_ids =
    (row.suggestion_click_position_ids ?? 0) + add(record.suggestion_click_position_ids);
  row.conversion_count = (row.conversion_count ?? 0) + record.conversion_count;
}

/** The sums of one day: takes its records in any order and gives the rows. */
export type DaySums = { add: (record: SummedRecord) => void; rows: () => Iterable<Row> };

/** Kinds that have few rows whatever is searched. */
const FEW: ReadonlySet<RowKind> = new Set(["hour", "country", "filtered"]);

/** Sums of a day. `hour` rows are of their hour, all others of the whole day, with the newest moment as their time. */
export function createDaySums({ most = ANALYTICS_LIMITS.sumRows.most }: { most?: number } = {}): DaySums {
  let usersSeen = 0;
  const rows = new Map<string, Row>();
  const users = new Map<string, { indices: string[]; names: Set<string>; timestamp: string }>();

  function rowOf(
    kind: RowKind,
    key: readonly unknown[],
    { indices, timestamp }: Pick<Row, "indices" | "timestamp">,
  ): Row {
    const id = JSON.stringify([kind, indices, ...key]);
    const row = rows.get(id) ?? { kind, indices, timestamp, count: 0 };
    if (timestamp > row.timestamp) row.timestamp = timestamp;
    if (FEW.has(kind) || rows.size < most || rows.has(id)) rows.set(id, row);
    return row;
  }

  function addUser(name: string | undefined, { indices, timestamp }: Pick<Row, "indices" | "timestamp">): void {
    if (name === undefined) return;
    const id = JSON.stringify(indices);
    const known = users.get(id) ?? { indices, names: new Set(), timestamp };
    if (usersSeen >= most || known.names.has(name)) return;
    usersSeen += 1;
    known.names.add(name);
    users.set(id, known);
  }

  // Searches that found nothing have rows of their own: reports ask for them by the same clause as of records.
  function addSearch(
    kind: "hour" | "term" | "country" | "filtered",
    { record, of, key }: { record: SummedRecord; of: Pick<Row, "indices" | "timestamp">; key: unknown },
  ): Row {
    const isNothing = record.total_hits === 0;
    const row = rowOf(kind, [key, isNothing], of);
    if (isNothing) row.total_hits = 0;
    row.count += 1;
    addClicks(row, record);
    return row;
  }

  function addFilters(record: SummedRecord, of: Pick<Row, "indices" | "timestamp">): void {
    if (record.search_filters.length === 0) return;
    addSearch("filtered", { record, of, key: null }).search_filters = [{ count: 0 }];
    const seen = new Set<string>();
    for (const { key, value } of record.search_filters) {
      const row = rowOf("filter", [key, value], of);
      row.search_filters = [{ key, value, count: (row.search_filters?.[0]?.count ?? 0) + 1 }];
      const id = JSON.stringify([key, value]);
      // Chosen twice, a filter counts twice, and what became of the search once.
      if (!seen.has(id)) addClicks(row, record);
      seen.add(id);
    }
  }

  function addResults(record: SummedRecord, of: Pick<Row, "indices" | "timestamp">): void {
    for (const { id, index, click, click_position, conversion } of record.hits_in_response) {
      const row = rowOf("result", [id, index, click, conversion], of);
      const [known] = row.hits_in_response ?? [];
      const place = (known?.click_position ?? 0) + click_position;
      row.hits_in_response = [{ id, index, click, click_position: place, conversion, count: (known?.count ?? 0) + 1 }];
    }
  }

  function addRecord(record: SummedRecord): void {
    const of = { indices: [...new Set(record.indices)].sort(), timestamp: record.timestamp.toISOString() };
    const start = new Date(record.timestamp);
    start.setUTCMinutes(0, 0, 0);
    const hour = addSearch("hour", { record, of: { ...of, timestamp: start.toISOString() }, key: start.getTime() });
    if (record.hits_in_response.length > 0)
      hour.hits_in_response = [{ count: (hour.hits_in_response?.[0]?.count ?? 0) + record.hits_in_response.length }];
    addSearch("term", { record, of, key: record.search_query ?? null }).search_query = record.search_query;
    addSearch("country", { record, of, key: record.country ?? null }).country = record.country;
    addUser(record.user_id, of);
    addFilters(record, of);
    addResults(record, of);
  }

  function* all(): Generator<Row> {
    yield* rows.values();
    for (const { indices, names, timestamp } of users.values()) {
      const list = [...names];
      for (let at = 0; at < list.length; at += USERS_A_ROW)
        yield { kind: "user", indices, timestamp, count: 0, user_id: list.slice(at, at + USERS_A_ROW) };
    }
  }

  return { add: addRecord, rows: all };
}
