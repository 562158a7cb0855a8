import type { Services } from "../services";
import { type AnalyticsService, createAnalyticsService } from "./service";
import { type AnalyticsPreferences, createAnalyticsPreferences } from "./preferences";
import { createEventNames } from "./event-names";
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
  readers: Services["readers"];
  recorder: Services["recorder"];
  logIndex: Services["logIndex"];
  log: Services["log"];
};

/** Analytics over an engine. */
export function createAnalytics(services: Pick<Services, "engine" | "places" | "log" | "geo" | "readers" | "recorder" | "logIndex" | "sums">): Analytics {
  const { engine, places, log, geo, sums, readers, recorder, logIndex } = services;
  const store = createAnalyticsStore({ engine, places, ledger: sums.ledger, today: sums.today });
  const preferences = createAnalyticsPreferences({ engine, places });
  const service = createAnalyticsService({
    store,
    sessions: createSearchSessions({ engine, places, log }),
    log,
    preferences,
    geo,
    visits: createVisits({ engine, places }),
    keeper: sums.keeper,
    eventNames: createEventNames({ engine, places }),
  });
  return { engine, places, store, service, preferences, sums, readers, recorder, logIndex, log };
}
