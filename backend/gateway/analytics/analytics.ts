import type { Services } from "../services";
import { type AnalyticsService, createAnalyticsService } from "./service";
import { type AnalyticsPreferences, createAnalyticsPreferences } from "./preferences";
import { createSearchSessions } from "./visitors/sessions";
import { type AnalyticsStore, createAnalyticsStore } from "./store";
import { createVisits } from "./visitors/visits";
import type { Engine } from "../../engine/port";
import type { SystemPlaces } from "../store/system-places";

/** What the search API and the recording calls share. */
export type Analytics = {
  engine: Engine;
  places: SystemPlaces;
  store: AnalyticsStore;
  service: AnalyticsService;
  preferences: AnalyticsPreferences;
  sums: Services["sums"];
  recorder: Services["recorder"];
  logIndex: Services["logIndex"];
  log: Services["log"];
};

/** Analytics over an engine. */
export function createAnalytics(services: Pick<Services, "engine" | "places" | "log" | "geo" | "recorder" | "logIndex" | "sums">): Analytics {
  const { engine, places, log, geo, sums, recorder, logIndex } = services;
  const store = createAnalyticsStore({ engine, places, ledger: sums.ledger });
  const preferences = createAnalyticsPreferences({ engine, places });
  const service = createAnalyticsService({
    store,
    sessions: createSearchSessions({ engine, places, log }),
    log,
    preferences,
    geo,
    visits: createVisits({ engine, places }),
    keeper: sums.keeper,
  });
  return { engine, places, store, service, preferences, sums, recorder, logIndex, log };
}
