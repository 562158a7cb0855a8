import type { Logger } from "pino";
import type { Readers } from "@backend/gateway/platform/fields/readers";
import type { Recorder } from "@backend/gateway/platform/recording/recorder";
import type { LogIndex } from "@backend/gateway/resources/data/logs/log-index";
import type { GeoPlaces } from "./geo/places";
import type { Sums } from "./sums/sums";
import { type AnalyticsService, createAnalyticsService } from "./service";
import { type AnalyticsPreferences, createAnalyticsPreferences } from "./preferences";
import { createEventNames } from "./event-names";
import { createSearchSessions } from "./visitors/sessions";
import { type AnalyticsStore, createAnalyticsStore } from "./store";
import { createVisits } from "./visitors/visits";
import type { Engine } from "@backend/engine/port";
import type { SystemPlaces } from "../../platform/store/system-places";

/** What the search API and the recording calls share. */
export type Analytics = {
  engine: Engine;
  places: SystemPlaces;
  store: AnalyticsStore;
  service: AnalyticsService;
  preferences: AnalyticsPreferences;
  sums: Sums;
  readers: Readers;
  recorder: Recorder;
  logIndex: LogIndex;
  log: Logger;
};

/** Analytics over an engine. */
export function createAnalytics(
  services: Omit<Analytics, "store" | "service" | "preferences"> & { geo: GeoPlaces },
): Analytics {
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
