import type { Logger } from "pino";
import type { Engine } from "../engine/port";
import type { Authors } from "./platform/access/runs-as";
import type { GeoPlaces } from "./resources/analytics/geo/places";
import type { RateLimits } from "./platform/access/rate-limits";
import type { PasswordCheck } from "./platform/auth/passwords";
import type { Readers } from "./platform/fields/readers";
import type { GradeStore } from "./resources/search-relevance/grades/store";
import type { HeldOpen } from "./platform/held/held-open";
import type { ReIndexed } from "./resources/indices/re-indexed";
import type { LogIndex } from "./resources/data/logs/log-index";
import type { Retention } from "./resources/data/logs/retention";
import type { MaskingKeeper } from "./resources/data/masking/keeper";
import type { CredentialStore } from "./resources/access-control/credentials/store";
import type { PublicKeyStore } from "./resources/access-control/public-key/store";
import type { EndpointAccess } from "./resources/data/reactivesearch/endpoint-access";
import type { Sums } from "./resources/analytics/sums/sums";
import type { SettingsOfSearch } from "./resources/search-relevance/relevance/of-search";
import type { RelevanceStore } from "./resources/search-relevance/relevance/store";
import type { Recorder } from "./platform/recording/recorder";
import type { RuleFailures } from "./resources/search-relevance/rules/failures";
import type { Scripts } from "./resources/search-relevance/rules/scripts/service";
import type { Writes } from "./resources/indices/reindex/writes";
import type { RuleStore } from "./resources/search-relevance/rules/store";
import type { SynonymsOfSearch } from "./resources/search-relevance/synonyms/of-search";
import type { SynonymStore } from "./resources/search-relevance/synonyms/store";
import type { SystemPlaces } from "./platform/store/system-places";
import type { SystemStore } from "./platform/store/system-store";
import type { SecondFactors } from "./resources/access-control/second-factor/service";
import type { StoredQueryStore } from "./resources/data/stored-queries/store";
import type { InSearches } from "./resources/search-relevance/suggestions/in-searches/in-searches";
import type { Suggestions } from "./resources/search-relevance/suggestions/suggestions";
import type { EngineConnection } from "./resources/pipelines/connection/choice";
import type { GlobalEnvs } from "./resources/pipelines/store/global-envs";
import type { PipelineStore } from "./resources/pipelines/store/store";
import type { CodeStore } from "./resources/ui-builder/code/store";
import type { PageStore } from "./resources/ui-builder/pages/store";
import type { UserStore } from "./resources/access-control/users/store";

/** What routes are built from. The gateway keeps no state but short-lived copies of what the engine holds. */
export type Services = {
  engine: Engine;
  places: SystemPlaces;
  users: UserStore;
  secondFactors: SecondFactors;
  credentials: CredentialStore;
  authors: Authors;
  publicKeys: PublicKeyStore;
  storedQueries: StoredQueryStore;
  grades: GradeStore;
  relevance: RelevanceStore;
  rules: RuleStore;
  settingsOfSearch: SettingsOfSearch;
  scripts: Scripts;
  ruleFailures: RuleFailures;
  synonyms: SynonymStore;
  synonymsOfSearch: SynonymsOfSearch;
  checkPassword: PasswordCheck;
  rateLimits: RateLimits;
  endpoints: EndpointAccess;
  held: HeldOpen;
  sync: SystemStore<{ interval: number }>;
  logIndex: LogIndex;
  /** What second factors are sealed with: the first seals, all open. */
  factorSecrets: () => readonly string[];
  retention: Retention;
  /** Masks records of before secrets were left out. */
  masking: MaskingKeeper;
  reIndexed: ReIndexed;
  /** What callers whose fields are limited are told of what others wrote. */
  readers: Readers;
  recorder: Recorder;
  geo: GeoPlaces;
  sums: Sums;
  suggestions: Suggestions;
  suggestionsInSearches: InSearches;
  pages: PageStore;
  /** Versions of the code that pages are built from. */
  pageCode: CodeStore;
  pipelines: PipelineStore;
  globalEnvs: GlobalEnvs;
  /** Whether pipelines that let nobody in by themselves answer everybody, as their author. */
  openPipelines: boolean;
  /** Whether a call may put another engine in this one's place. */
  connection: EngineConnection;
  /** What writes do about re-indexes that are under way. */
  writes: Writes;
  log: Logger;
};
