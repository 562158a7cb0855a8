import type { Logger } from "pino";
import type { Engine } from "../engine/port";
import type { Authors } from "./access/runs-as";
import type { GeoPlaces } from "./analytics/geo/places";
import type { RateLimits } from "./access/rate-limits";
import type { PasswordCheck } from "./auth/passwords";
import type { Readers } from "./fields/readers";
import type { GradeStore } from "./grades/store";
import type { HeldOpen } from "./held/held-open";
import type { ReIndexed } from "./indices/re-indexed";
import type { LogIndex } from "./logs/log-index";
import type { Retention } from "./logs/retention";
import type { MaskingKeeper } from "./masking/keeper";
import type { PermissionStore } from "./permissions/store";
import type { PublicKeyStore } from "./public-key/store";
import type { EndpointAccess } from "./reactivesearch/endpoint-access";
import type { Sums } from "./analytics/sums/sums";
import type { SettingsOfSearch } from "./relevancy/of-search";
import type { RelevancyStore } from "./relevancy/store";
import type { Recorder } from "./recording/recorder";
import type { RuleFailures } from "./rules/failures";
import type { Scripts } from "./rules/scripts/service";
import type { Writes } from "./reindex/writes";
import type { RuleStore } from "./rules/store";
import type { SynonymStore } from "./synonyms/store";
import type { SystemPlaces } from "./store/system-places";
import type { SystemStore } from "./store/system-store";
import type { SecondFactors } from "./second-factor/service";
import type { StoredQueryStore } from "./stored-queries/store";
import type { InSearches } from "./suggestions/in-searches/in-searches";
import type { Suggestions } from "./suggestions/suggestions";
import type { UserStore } from "./users/store";

/** What routes are built from. The gateway keeps no state but short-lived copies of what the engine holds. */
export type Services = {
  engine: Engine;
  places: SystemPlaces;
  users: UserStore;
  secondFactors: SecondFactors;
  permissions: PermissionStore;
  authors: Authors;
  publicKeys: PublicKeyStore;
  storedQueries: StoredQueryStore;
  grades: GradeStore;
  relevancy: RelevancyStore;
  rules: RuleStore;
  settingsOfSearch: SettingsOfSearch;
  scripts: Scripts;
  ruleFailures: RuleFailures;
  synonyms: SynonymStore;
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
  /** What writes do about re-indexes that are under way. */
  writes: Writes;
  log: Logger;
};
