import type { AnalyticsService, SearchEvent } from "../../analytics/service";
import { givenSearchId, visitorOf } from "../../analytics/visitors/visitor";
import type { CustomEvents } from "../../analytics/event-fields";
import type { SignedContext } from "@backend/gateway/platform/http/types";
import type { Query } from "./request/schema";
import type { Prepared } from "./prepare";
import type { Found } from "./search";
import { dataFields } from "./translate/fields";

/** A search that is to be kept: its id goes into the answer, the rest is written once the answer is there. */
export type Recording = { id: () => Promise<string | null>; keep: (id: string, found: Found) => void };

// The last text asked for is what the visitor searches.
function termOf(queries: readonly Query[]): string {
  const texts = queries.flatMap(({ type, value }) =>
    (type === "search" || type === "suggestion") && typeof value === "string" ? [value] : [],
  );
  return texts.at(-1) ?? "";
}

function filtersOf(queries: readonly Query[]): { key: string; value: string }[] {
  return queries.flatMap((query) => {
    const [first] = dataFields(query);
    if (query.type !== "term" || !first || query.value === undefined || query.value === null) return [];
    return [query.value].flat().map((value) => ({ key: first.field, value: String(value).toLowerCase() }));
  });
}

function eventsOf({ customEvents }: Prepared["request"]["settings"]): CustomEvents {
  const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [String(value)]);
  return Object.fromEntries(
    Object.entries(customEvents ?? {}).map(([name, value]) => [name, typeof value === "string" ? value : texts(value)]),
  );
}

/**
 * Begins to record a search where its request wants it (`settings.recordAnalytics`) and it is one: it holds a query of
 * type search, or goes on from a search that the client names. Null otherwise; the id is null for a request that came
 * too late.
 */
export function beginRecording({
  service,
  context,
  prepared,
}: {
  service: AnalyticsService;
  context: SignedContext;
  prepared: Prepared;
}): Recording | null {
  // The visitor's own words, whatever rules made of them.
  const { queries, settings } = prepared.asked;
  const queryId = givenSearchId(context);
  if (settings.recordAnalytics !== true || (queryId === undefined && !queries.some(({ type }) => type === "search")))
    return null;
  const state = JSON.stringify(prepared.request.raw);
  const event: SearchEvent = {
    visitor: visitorOf(context, { userId: settings.userId, events: eventsOf(settings) }),
    queryId,
    term: termOf(queries),
    indices: context.indices,
    filters: filtersOf(queries),
    events: eventsOf(settings),
    state,
    url: context.path,
    method: context.method,
    storedQueries: context.record.storedQueries,
    queryRules: prepared.rules?.ids,
  };
  return {
    id: service.beginSearchId(event),
    keep: (id, { took, totalHits }) => service.later(() => service.keepSearch(id, { ...event, took, totalHits })),
  };
}
