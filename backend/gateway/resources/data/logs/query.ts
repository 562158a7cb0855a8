import { LOGS_LIMITS } from "@common/limits/logs";
import { badRequest } from "@backend/gateway/platform/http/errors";

/** Deepest record that can be asked for, as in Elasticsearch. */
const MAX_WINDOW = LOGS_LIMITS.window.most;
const DEFAULT_RANGE = 30 * 24 * 3600 * 1000;

type LogQueryInput = {
  query: Readonly<Record<string, string>>;
  /** Clauses of what the reader may find: visible.ts. */
  visible: readonly object[];
  latency: boolean;
  /** Clauses of filters that are our own. */ own?: readonly object[];
  now?: number;
};

const INTEGER = /^[+-]?\d{1,18}$/;

// Go's strconv.Atoi, whose sentence clients see.
function integer(text: string): number {
  if (/^[+-]?\d{19,}$/.test(text))
    throw badRequest(`strconv.Atoi: parsing ${JSON.stringify(text)}: value out of range`);
  if (!INTEGER.test(text)) throw badRequest(`strconv.Atoi: parsing ${JSON.stringify(text)}: invalid syntax`);
  return Number(text);
}

// Too large and unreadable sizes fall back to 100, negative ones to 10, without an error [recorded].
function sizeOf(text: string | undefined): number {
  if (text === undefined || !INTEGER.test(text)) return 100;
  const size = Number(text);
  if (size < 0) return 10;
  return size > LOGS_LIMITS.listed.most ? 100 : size;
}

function fromOf(text: string | undefined, size: number): number {
  const from = text ? integer(text) : 0;
  if (from < 0) throw badRequest("[from] parameter cannot be negative");
  if (from + size > MAX_WINDOW)
    throw badRequest(
      `Result window is too large, from + size must be less than or equal to: [${MAX_WINDOW}] but was [${from + size}]`,
    );
  return from;
}

function dayOf(text: string | undefined, end: boolean, timeZone: string | undefined): number | null {
  const day = /^(\d{4})\/(\d{2})\/(\d{2})$/.exec(text ?? "");
  if (!day) return null;
  const utc = Date.parse(`${day[1]}-${day[2]}-${day[3]}T${end ? "23:59:59.999" : "00:00:00.000"}Z`);
  // The thirtieth of February is no day.
  if (Number.isNaN(utc) || new Date(utc).getUTCDate() !== Number(day[3])) return null;
  return utc - offsetOf(timeZone, utc);
}

// How far a zone is ahead of UTC at an instant, in ms; 0 for a zone that is not known.
function offsetOf(timeZone: string | undefined, at: number): number {
  if (timeZone === undefined) return 0;
  try {
    const parts = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" }).formatToParts(at);
    const found = /GMT([+-])(\d{2}):(\d{2})/.exec(parts.find((part) => part.type === "timeZoneName")?.value ?? "");
    if (!found) return 0;
    return (found[1] === "-" ? -1 : 1) * (Number(found[2]) * 60 + Number(found[3])) * 60_000;
  } catch {
    return 0;
  }
}

// Seconds as the console sends them; milliseconds are told by their size.
function instantOf(text: string | undefined): number | null {
  if (text === undefined || !/^\d{1,14}$/.test(text)) return null;
  const value = Number(text);
  return value > 1e11 ? value : value * 1000;
}

/** The stretch of time that a list is about, in ms: the last 30 days unless told. */
export function rangeOf(query: Readonly<Record<string, string>>, now: number): { gte: number; lte: number } {
  const zone = query["time_zone"];
  const start = instantOf(query["from_timestamp"]) ?? dayOf(query["start_date"], false, zone);
  const end = instantOf(query["to_timestamp"]) ?? dayOf(query["end_date"], true, zone);
  return { gte: start ?? now - DEFAULT_RANGE, lte: end ?? Math.max(now, start ?? 0) };
}

/** The clauses of a filter by name, contract 10, 4.1. */
export function filterClauses(filter: string | undefined): object[] {
  const success = { range: { "response.code": { gte: 200, lt: 300 } } };
  switch (filter) {
    case "search":
      return [{ terms: { category: ["search", "reactivesearch", "suggestion"] } }];
    case "suggestion":
      return [{ term: { category: "suggestion" } }];
    case "index":
      return [{ terms: { "request.method": ["POST", "PUT"] } }, { term: { category: "docs" } }, success];
    case "delete":
      return [{ term: { "request.method": "DELETE" } }];
    case "success":
      return [success];
    case "error":
      return [{ range: { "response.code": { gte: 400 } } }];
    default:
      return [];
  }
}

function latencyClauses(query: Readonly<Record<string, string>>): object[] {
  const range: Record<string, number> = {};
  const { start_latency: start, end_latency: end } = query;
  if (start) range["gte"] = integer(start);
  // The real server names the parameter for the one and not for the other [server].
  if (end && !INTEGER.test(end)) throw badRequest(`invalid value "${end}" for query param "end_latency"`);
  if (end) range["lte"] = integer(end);
  return Object.keys(range).length > 0 ? [{ range: { "response.took": range } }] : [];
}

function latencyOrder(order: string | undefined): "asc" | "desc" {
  if (!order || order === "desc") return "desc";
  if (order === "asc") return "asc";
  throw badRequest(`invalid value "${order}" for query param "order_by_latency"`);
}

/** The clauses of a list of request logs, and the stretch of time that it is about, in ms. */
export function logFilter({ query, visible, latency, own = [], now = Date.now() }: LogQueryInput): {
  filter: object[];
  from: number;
  to: number;
} {
  const { gte, lte } = rangeOf(query, now);
  const filter = [
    { range: { timestamp: { gte, lte, format: "epoch_millis" } } },
    ...visible,
    ...filterClauses(latency ? "search" : query["filter"]),
    ...(latency ? latencyClauses(query) : []),
    ...own,
  ];
  return { filter, from: gte, to: lte };
}

/**
 * The search body of a list of request logs: dates and filters of contract 10, 4.1. `latency` is the form
 * `/_logs/search`: search calls only, slowest first. Throws 400 for a bad `from`, latency or order.
 */
export function logSearchBody({
  query,
  visible,
  latency,
  own = [],
  now = Date.now(),
}: LogQueryInput): Record<string, unknown> {
  const size = sizeOf(query["size"]);
  const { filter } = logFilter({ query, visible, latency, own, now });
  const byLatency = latency
    ? [
        {
          "response.took": { order: latencyOrder(query["order_by_latency"]), missing: "_last", unmapped_type: "float" },
        },
      ]
    : [];
  const newest = [{ timestamp: "desc" }, { id: "desc" }];
  return {
    query: { bool: { filter } },
    from: fromOf(query["from"], size),
    size,
    sort: [...byLatency, ...newest],
    track_total_hits: true,
  };
}
