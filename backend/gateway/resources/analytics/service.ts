import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import { badRequest, HttpError, notFound } from "../../platform/http/errors";
import { createBeside } from "./beside";
import type { GeoPlaces } from "./geo/places";
import type { AnalyticsPreferences } from "./preferences";
import { addEvents, addIndices, keptTerm, withinBounds } from "./bounds";
import { type CustomEvents, eventFields } from "./event-fields";
import { isOf, type Owner, ownerKey } from "./visitors/owner";
import type { EventNames, NamesOwner } from "./event-names";
import { keptFilter, keptState } from "./kept-search";
import { addClicks, addConversions, addImpressions, requireRoom, type SearchRecord, termFields } from "./record";
import type { VisitStep } from "./visitors/visit";
import type { Visits } from "./visitors/visits";
import type { Keeper } from "./sums/keeper";
import type { SearchSessions, TakenStep } from "./visitors/sessions";
import type { AnalyticsStore } from "./store";

/**
 * Who searched: the id that the client gave (`isNamed`), else the address; through whose call; when its client sent the
 * request; `at` where it did not happen now (the traffic maker). Times in ms.
 */
export type Visitor = Owner & { ip: string; sentAt: number | undefined; at: number | undefined; caller: NamesOwner };

/** A search to be kept. */
export type SearchEvent = {
  visitor: Visitor;
  /** The id the client already holds, for more of the same search. */
  queryId?: string | undefined;
  term?: string | undefined;
  indices: readonly string[];
  took?: number | undefined;
  totalHits?: number | undefined;
  filters?: { key: string; value: string }[];
  impressions?: readonly { id: string; index: string }[];
  events?: CustomEvents | undefined;
  state?: string | undefined;
  url?: string | undefined;
  method?: string | undefined;
  /** Ids of the stored queries that it ran. */
  storedQueries?: readonly string[] | undefined;
  queryRules?: readonly string[] | undefined;
  meta?: Record<string, unknown> | undefined;
};
/** What tells which search it is. */
type Step = Pick<SearchEvent, "visitor" | "queryId" | "term">;
export type ClickEvent = {
  visitor: Visitor;
  queryId?: string | undefined;
  term?: string | undefined;
  index: string;
  clicks: Record<string, number>;
  type: "result" | "suggestion";
  events?: CustomEvents | undefined;
  meta?: Record<string, unknown> | undefined;
};
export type ConversionEvent = {
  visitor: Visitor;
  queryId: string;
  index: string;
  /** Null for a conversion that names no document. */
  ids: readonly string[] | null;
  events?: CustomEvents | undefined;
  meta?: Record<string, unknown> | undefined;
};

/** Keeps what visitors search for and what they do with it. */
export type AnalyticsService = {
  /** The id under which a search will be kept; null where it came too late to count. */
  searchId: (event: Step) => Promise<string | null>;
  /**
   * Begins to find the id beside the search. Once this is answered, what is given back has the id soon, whatever the
   * engine does: it may be a new one then.
   */
  beginSearchId: (event: Step) => () => Promise<string | null>;
  /**
   * Keeps a search under its id. Nothing is added to somebody else's search, by this and by `click`: for who is not he
   * that id is not known.
   */
  keepSearch: (id: string, event: SearchEvent) => Promise<void>;
  /** Does work beside the answer: failures go to the log. */
  later: (work: () => Promise<unknown>) => void;
  click: (event: ClickEvent) => Promise<void>;
  conversion: (event: ConversionEvent) => Promise<void>;
  /** The record of a search of that visitor's, or of any for who may see them all. Throws 404. */
  require: (queryId: string, visitor: Owner) => Promise<SearchRecord>;
};

function defined<Value extends object>(value: Value): Partial<Value> {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as Partial<Value>;
}

/** Whose visit goes on: what names nobody is of him who searched. */
function visitorIn(record: SearchRecord, visitor: Visitor): Visitor {
  const origin = { ...visitor.origin, key: record.recorded_by ?? visitor.origin.key };
  return visitor.isNamed ? { ...visitor, origin } : { ...visitor, origin, userId: record.user_id ?? visitor.userId };
}

function timeOf({ at }: Visitor): string {
  return new Date(at ?? Date.now()).toISOString();
}

type Parts = {
  store: AnalyticsStore;
  sessions: SearchSessions;
  log: Logger;
  preferences: Pick<AnalyticsPreferences, "get">;
  geo: Pick<GeoPlaces, "of">;
  visits: Visits;
  keeper: Pick<Keeper, "note">;
  eventNames: EventNames;
};

/** The service over its store. Where recording is switched off it answers as ever and keeps nothing. */
export function createAnalyticsService({
  store,
  sessions,
  log,
  preferences,
  geo,
  visits,
  keeper,
  eventNames,
}: Parts): AnalyticsService {
  const beside = createBeside({ what: "searches and visits were not recorded, or not as they should be", log });
  const isOn = async () => (await preferences.get()).enable;
  // Without the events whose names are too many.
  async function fieldsOf(caller: NamesOwner, events: CustomEvents | undefined): Promise<CustomEvents> {
    const fields = eventFields(events);
    const names = await eventNames.admitted(caller, Object.keys(fields));
    return Object.fromEntries(Object.entries(fields).filter(([name]) => names.has(name)));
  }

  // A click often names the search alone, and may be written before it: then the search tells whose it is. The place is
  // that of the address that the record keeps: the first one that came.
  function noteVisitor(record: SearchRecord, { userId, isNamed, ip, origin }: Visitor): void {
    record.recorded_by ??= origin.key;
    if (isNamed || record.timestamp !== undefined) record.user_id ??= userId;
    if (record.ip !== undefined) return;
    Object.assign(record, { ip }, geo.of(ip));
  }

  // Of a search that the client names, only its time counts: nothing else goes on from it.
  function takeStep({ visitor, queryId, term }: Step): TakenStep {
    const { id, kept } = sessions.begin({
      user: ownerKey(visitor),
      term: queryId === undefined ? keptTerm(term) : undefined,
      sentAt: visitor.sentAt,
      at: visitor.at,
    });
    return { id: id.then((found) => (found === null ? null : (queryId ?? found))), kept };
  }

  async function searchId(event: Step): Promise<string | null> {
    const { id, kept } = takeStep(event);
    await Promise.all([id, kept]);
    return id;
  }

  // The answer does not wait until the session is written: only what goes on from it does.
  const beginSearchId = (event: Step) =>
    beside.begin(
      () => {
        const { id, kept } = takeStep(event);
        beside.run(() =>
          id.then(
            () => kept,
            () => undefined,
          ),
        );
        return id;
      },
      () => event.queryId ?? randomUUID(),
    );

  // Beside the answer: nobody waits for figures of visits. Calls that come after a search may not say whose it is: they
  // are of who searched.
  function noteVisit({
    visitor: { userId, origin, ip, at },
    ...step
  }: Omit<VisitStep, "userId" | "recordedBy" | "ip" | "now"> & { visitor: Visitor }): void {
    beside.run(() => visits.note({ ...step, userId, recordedBy: origin.key, ip, at }));
  }

  async function keepSearch(id: string, event: SearchEvent): Promise<void> {
    if (!(await isOn())) return;
    const {
      queryId,
      term,
      indices,
      took,
      totalHits,
      filters,
      impressions,
      events,
      state,
      url,
      method,
      storedQueries,
      queryRules,
      meta,
      visitor,
    } = withinBounds(event);
    keeper.note();
    const isMore = queryId !== undefined;
    const fields = await fieldsOf(visitor.caller, events);
    const kept = { state: keptState(state), filters: (filters ?? []).map(keptFilter) };
    const record = await store.change(id, (record) => {
      if (!isOf(record, visitor)) return false;
      // More of a search that is known (impressions, say) leaves its term and time alone.
      if (!isMore || term !== undefined) {
        record.timestamp ??= timeOf(visitor);
        if (!isMore || record.search_query === undefined) Object.assign(record, termFields(term));
      }
      noteVisitor(record, visitor);
      record.indices = addIndices(record.indices, indices);
      if (kept.filters.length > 0) record.search_filters = kept.filters;
      Object.assign(
        record,
        defined({
          took,
          total_hits: totalHits,
          search_state: kept.state,
          url,
          method,
          storedqueries: storedQueries,
          queryrules: queryRules,
          meta,
        }),
      );
      addEvents(record, fields);
      addImpressions(record, impressions ?? []);
      requireRoom(record);
      return true;
    });
    // Of another visitor, or too many of this day are there.
    if (record === null) return;
    noteVisit({
      visitor: visitorIn(record, visitor),
      searchId: id,
      indices,
      isClick: false,
      isFiltered: (filters ?? []).length > 0,
      events: fields,
    });
  }

  async function click({ visitor, queryId, term, index, clicks, type, events, meta }: ClickEvent): Promise<void> {
    const id = await searchId({ visitor, queryId, term });
    if (id === null) throw new HttpError(500, "the request is older than the last one of its session");
    if (queryId === undefined && term === undefined) throw badRequest("either query or query_id is required");
    if (!(await isOn())) return;
    const fields = await fieldsOf(visitor.caller, events);
    const record = await store.change(id, (record) => {
      if (!isOf(record, visitor)) return false;
      if (queryId === undefined) {
        record.timestamp ??= timeOf(visitor);
        Object.assign(record, termFields(term));
      }
      noteVisitor(record, visitor);
      record.indices = addIndices(record.indices, [index]);
      addClicks(record, { clicks, type, index });
      Object.assign(record, defined({ meta }));
      addEvents(record, fields);
      requireRoom(record);
      return true;
    });
    if (record === null) return;
    noteVisit({
      visitor: visitorIn(record, visitor),
      searchId: id,
      indices: [index],
      isClick: true,
      isFiltered: false,
      events: fields,
    });
  }

  async function require(queryId: string, visitor: Owner): Promise<SearchRecord> {
    const record = await store.get(queryId);
    if (!record || !(visitor.origin.seesAll || isOf(record, visitor))) throw notFound(`query_id ${queryId} not found`);
    return record;
  }

  async function conversion({ visitor, queryId, index, ids, events, meta }: ConversionEvent): Promise<void> {
    if (!(await isOn())) return;
    const known = await store.get(queryId);
    if (known === null) throw notFound(`query_id ${queryId} not found`);
    const fields = await fieldsOf(visitor.caller, events);
    const changed = await store.change(queryId, (record) => {
      if (!isOf(record, visitor)) return false;
      record.recorded_by ??= visitor.origin.key;
      addConversions(record, { ids, index });
      Object.assign(record, defined({ meta }));
      addEvents(record, fields);
      requireRoom(record);
      return true;
    });
    if (changed === null) throw notFound(`query_id ${queryId} not found`);
  }

  return { searchId, beginSearchId, keepSearch, later: beside.run, click, conversion, require };
}
