import type { InnerCall } from "@backend/gateway/platform/http/inner-call";
import type { Router } from "@backend/gateway/platform/http/router";
import type { AnalyticsService } from "@backend/gateway/resources/analytics/service";
import type { Services } from "@backend/gateway/services";
import type { Run, SearchState } from "../run/types";
import type { AnswerCache } from "./answer-cache";

/** The two stages of a search. */
export type SearchStages = {
  /** Reads, fills and translates the request; its text is what the engine will be asked. */
  translate: (run: Run) => Promise<void>;
  /** Asks the engine what was translated; the answer has the shape of the search API. */
  ask: (run: Run, translated: NonNullable<SearchState["translated"]>) => Promise<string>;
};

/** What stages work with. */
export type StageServices = Pick<
  Services,
  | "engine"
  | "reIndexed"
  | "readers"
  | "endpoints"
  | "storedQueries"
  | "settingsOfSearch"
  | "suggestionsInSearches"
  | "synonymsOfSearch"
  | "scripts"
  | "log"
> & {
  innerCall: InnerCall;
  router: Router;
  analytics: AnalyticsService;
  cache: AnswerCache;
  search: SearchStages;
};
