import type { Services } from "../services";
import { type AnalyticsService, createAnalyticsService } from "./service";
import { type AnalyticsPreferences, createAnalyticsPreferences } from "./preferences";
import { createSearchSessions } from "./sessions";
import { type AnalyticsStore, createAnalyticsStore } from "./store";
import { createVisits } from "./visits";
import type { Engine } from "../../engine/port";
import type { SystemPlaces } from "../store/system-places";

/** What the search API and the recording calls share. */
export type Analytics = {
  engine: Engine;
  places: SystemPlaces;
  store: AnalyticsStore;
  service: AnalyticsService;
  preferences: AnalyticsPreferences;
  recorder: Services["recorder"];
  logIndex: Services["logIndex"];
  log: Services["log"];
};

/** Analytics over an engine. */
export function createAnalytics({
  engine,
  places,
  log,
  geo,
  recorder,
  logIndex,
}: Pick<Services, "engine" | "places" | "log" | "geo" | "recorder" | "logIndex">): Analytics {
  const store = createAnalyticsStore({ engine, places });
  const preferences = createAnalyticsPreferences({ engine, places });
  const service = createAnalyticsService({
    store,
    sessions: createSearchSessions({ engine, places, log }),
    log,
    preferences,
    geo,
    visits: createVisits({ engine, places }),
  });
  return { engine, places, store, service, preferences, recorder, logIndex, log };
}
