import type { Services } from "../services";
import { type AnalyticsService, createAnalyticsService } from "./service";
import { createSearchSessions } from "./sessions";
import { type AnalyticsStore, createAnalyticsStore } from "./store";
import type { Engine } from "../../engine/port";

/** What the search API and the recording calls share. */
export type Analytics = { engine: Engine; store: AnalyticsStore; service: AnalyticsService };

/** Analytics over an engine. */
export function createAnalytics({ engine, log }: Pick<Services, "engine" | "log">): Analytics {
  const store = createAnalyticsStore(engine);
  return { engine, store, service: createAnalyticsService({ store, sessions: createSearchSessions({ engine, log }), log }) };
}
