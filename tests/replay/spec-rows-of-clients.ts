import type { SpecRow } from "./spec-row";

/** What clients in the field send and show that the specification says nothing of, or other things. */
export const CLIENT_ROWS: readonly SpecRow[] = [
  {
    spec: "sign-in by name and password",
    server: "the password alone",
    ours: "a user may have a second factor: each of his calls then needs `X-Second-Factor` (docs/use/access.md)",
    mark: "server",
    shown:
      "tests/contract/access-control/second-factor.test.ts: is refused without a proof, and told why only after the right password",
  },
  {
    spec: "a document type in the path of a search, a count, a bulk: not said",
    server:
      "clients of Elasticsearch 6 and 7 send `/{index}/{type}/_search`; POST there writes a document called `_search`",
    ours: "the call without the type, `_type` in lines of a bulk left out too; the name of a call is no document's ID behind a type (400)",
    mark: "client",
    shown: "tests/contract/platform/typed-calls.test.ts: rights are those of the call without a type",
  },
  {
    spec: "plans: functions, analytics, query rules and UI builder need enterprise or production tiers; search relevance the hobby cloud too",
    server: "the hobby cloud is in the lists of all of these",
    ours: "the hobby cloud has them all",
    mark: "client",
    shown: "app/lib/access-control/plan.test.ts: %s on %s: %s",
  },
  {
    spec: "`GET /_cluster/health/{index}` for who is held to some indices",
    server: "401, as all that is the cluster's",
    ours: "the health of indices that they may use, without nodes, waiting tasks and the disk",
    mark: "server",
    shown: "tests/contract/indices/own-health.test.ts: at %s is told, and nothing of the cluster",
  },
];
