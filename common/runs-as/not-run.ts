import type { Place } from "./types";

/** What is kept and acts on nobody's behalf: read, counted, or a lock. By place, with what it is. */
export const NOT_RUN: Readonly<Partial<Record<Place, string>>> = {
  "index:.locks": "who does what at the moment",
  "index:.reindex_deletions": "ids that were deleted while their index is re-indexed; who deletes has the right to",
  "index:.users": "rights, asked for at each call",
  "index:.permissions": "rights, asked for at each call",
  "index:.second_factors": "asked for at each sign-in",
  "index:.publickey": "checks tokens",
  "index:.sync_preferences": "a number that is answered",
  "index:.log_retention": "how long the log keeps what it has, and how far its older records are masked",
  "clock:backend/gateway/resources/data/masking/keeper.ts":
    "masks older records where they lie, as the server; nobody is answered with them",
  "index:.analytics": "records of searches",
  "index:.analytics_sums": "sums of records",
  "index:.analytics_days": "which days are summed",
  "clock:backend/gateway/resources/analytics/sums/keeper.ts":
    "adds up records into sums, as the server; what a reader gets of them is held against his rights",
  "index:.user_sessions": "records of visits",
  "index:.actionableinsights": "marks of readers",
  "index:.analytics_preferences": "numbers of reports",
  "index:.pipeline_runs": "figures of runs",
  "index:.pipeline_traces": "runs of pipelines as they were, to look at",
  "index:.ai_sessions": "records of conversations",
  "index:.search_sessions": "records of visits",
  "index:.saved_searches": "answered to who saved them; the client sends them again as itself",
  "index:.favorites": "answered to who keeps them",
  "index:.ui_pages": "what pages are drawn from; the page calls as its visitor",
  "index:.ui_code": "files of pages, given out to who builds them",
  "index:.rule_failures": "how often scripts of rules failed",
  "table:sessions": "which sign-ins are alive",
  "table:oidc_checks": "what a provider is asked again with; its answer can only end a sign-in and its jobs",
  "table:stock_notes": "what was noted of search terms; shown to who reads the analytics of their index",
  "table:writing_windows": "when a protected server takes changes",
  "clock:backend/gateway/platform/store/lock.ts": "keeps a lock alive",
  "clock:common/process/idle-memory.ts": "gives memory back",
  "clock:backend/gateway/resources/analytics/geo/places.ts": "reads a file of the operator's again",
};
