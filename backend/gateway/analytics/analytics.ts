import type { Services } from "../services";
import { type AnalyticsService, createAnalyticsService } from "./service";
import { createSearchSessions } from "./sessions";
import { type AnalyticsStore, createAnalyticsStore } from "./store";
import type { Engine } from "../../engine/port";
import type { SystemPlaces } from "../store/system-places";

/** What the search API and the recording calls share. */
export type Analytics = { engine: Engine; places: SystemPlaces; store: AnalyticsStore; service: AnalyticsService };

/** Analytics over an engine. */
export function createAnalytics({ engine, places, log }: Pick<Services, "engine" | "places" | "log">): Analytics {
  const store = createAnalyticsStore({ engine, places });
  return { engine, places, store, service: createAnalyticsService({ store, sessions: createSearchSessions({ engine, places, log }), log }) };
}
