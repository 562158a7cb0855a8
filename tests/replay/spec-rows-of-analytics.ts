import type { SpecRow } from "./spec-row";

/** What analytics record and tell. */
export const ANALYTICS_ROWS: readonly SpecRow[] = [
  {
    spec: "GET `/_analytics/storedqueries/usage`",
    server: "counts analytics of searches",
    ours: "counts what the request log holds of them: executions and searches that name them, those that succeeded",
    mark: "client",
    shown: "tests/contract/data/stored-queries.test.ts: usage is counted from what is recorded",
  },
  {
    spec: "filters of the request log: dates, latency and a kind of call",
    server: "no others; parameters that it does not know are left aside",
    ours: "`text`, `user`, `status`, `address`, `route` and `reason` too, named in the answer under `filters`; `origin=true` adds who called, from where and how long it took, `bodies=false` leaves bodies out; figures under `/_logs/percentiles`, `/_logs/routes` and `/_logs/errors`; one record of an index under `/{index}/_log/{id}`",
    mark: "server",
    shown: "tests/contract/data/request-log.test.ts: %s finds %i, and says by what it was filtered",
  },
  {
    spec: "retention of the request log: not said",
    server: "by plan: 7 days, 10,000 records or 1 GB, on production plans 30 days, 1,000,000 records or 10 GB",
    ours: "30 days, 1,000,000 records and 10 GB at most, unless set by `LOG_KEEP_DAYS`, `LOG_KEEP_RECORDS`, `LOG_KEEP_MB`, or `PUT /_logs/retention` of an admin",
    mark: "server",
    shown: "tests/contract/data/request-log.test.ts: retention is set by admins alone, within bounds",
  },
  {
    spec: "`GET /_analytics/recent-results`: documents, newest first",
    server: "without a time",
    ours: "each with `timestamp`, when it was seen last",
    mark: "server",
    shown:
      "tests/routes/analytics/document-titles.test.ts: of recent results have the time at which they were seen last",
  },
  {
    spec: "`GET /_analytics/latency`: of which searches is not said",
    server: "of which was not seen",
    ours: "of those that were answered",
    mark: "server",
    shown:
      "tests/contract/data/log-reports.test.ts: latencies of searches, in steps of 10 ms, without those that were refused",
  },
  {
    spec: "a conversion by `X-Search-Conversion` that names no document: not said",
    server: "what it shows then was not seen",
    ours: "counts for its search, once, and shows no document",
    mark: "server",
    shown:
      "tests/contract/analytics/whose-kept.test.ts: a conversion by headers that names no document counts for its search, once, and shows no document",
  },
  {
    spec: "`GET /_aliasedindices`: `docs.count`",
    server: "the engine's figure, which counts each object of a nested field too",
    ours: "the same, and beside it `documents`, as `_count` tells it, and `creation.date`, when it was made",
    mark: "server",
    shown:
      "tests/routes/overview/overview.test.ts: objects of nested fields are no documents, on every screen that tells how many there are",
  },
  {
    spec: "recording searches, clicks and conversions of another time: not said",
    server: "they are of the time at which they come",
    ours: "the same, but for `X-Demo-Time` of an admin on what the custom event `searchdeck_demo` marks; `GET` and `DELETE /_analytics/demo-traffic` count and remove that (docs/run/demo-traffic.md)",
    mark: "server",
    shown:
      "tests/contract/analytics/demo.test.ts: are taken from an admin for what is marked as demo, and its removal leaves all else",
  },
  {
    spec: "custom events of searches: any name",
    server: "the name is a field of the record as it stands",
    ours: "points, stars and control signs of a name stand in percent notation there, so that they are kept and found; names of more than 256 letters are not kept",
    mark: "server",
    shown:
      "tests/contract/analytics/event-names.test.ts: events of any name are kept, listed under it, and found by it and their value alone",
  },
  {
    spec: "`/_ai/analytics`: times in seconds",
    server: "in ms where its dashboard asks",
    ours: "both, told apart by their size",
    mark: "client",
    shown: "tests/contract/analytics/usage.test.ts: figures of a time, in seconds as in milliseconds",
  },
];
