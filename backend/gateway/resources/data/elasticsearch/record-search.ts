import type { Logger } from "pino";
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from "@common/text/json";
import type { CustomEvents } from "../../analytics/event-fields";
import type { AnalyticsService, SearchEvent } from "../../analytics/service";
import { givenSearchId, visitorOf } from "../../analytics/visitors/visitor";
import type { Reply } from "@backend/gateway/platform/http/reply";
import type { SignedContext } from "@backend/gateway/platform/http/types";

const SEARCHES = /\/_m?search$/;

type Recording = { service: AnalyticsService; log: Pick<Logger, "warn">; context: SignedContext };

// Search pages send these headers URL-encoded, for headers hold no other letters.
function header({ headers }: SignedContext, name: string): string | undefined {
  const value = headers[`x-search-${name}`];
  if (typeof value !== "string") return undefined;
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

// `k1=v1,k2=v2`; pairs with more than one `=` are dropped.
function pairsOf(text: string | undefined): [string, string][] {
  return (text ?? "").split(",").flatMap((pair): [string, string][] => {
    const [name = "", value, ...more] = pair.split("=");
    return name.trim() === "" || value === undefined || more.length > 0 ? [] : [[name.trim(), value.trim()]];
  });
}

function isTrue(text: string | undefined): boolean {
  return /^(1|t|true)$/i.test(text ?? "");
}

// Of several searches the first one counts.
function firstResponse(body: string): JsonObject {
  const answer = parseJson(body);
  const all = isJsonObject(answer) ? (answer["responses"] ?? [answer]) : [];
  const [first] = Array.isArray(all) ? all : [];
  return first !== undefined && isJsonObject(first) ? first : {};
}

function totalOf(hits: JsonValue | undefined): number | undefined {
  if (hits === undefined || !isJsonObject(hits)) return undefined;
  const { total } = hits;
  const value = total !== undefined && isJsonObject(total) ? total["value"] : total;
  return value === undefined || value === null ? undefined : Number(value);
}

/** How long the search took, in ms, and how many it found. */
type Figures = { took: number | undefined; totalHits: number | undefined };

function figuresOf({ body, rest }: Reply): Figures {
  if (!rest) {
    const { took, hits } = firstResponse(body);
    return { took: took === undefined ? undefined : Number(took), totalHits: totalOf(hits) };
  }
  // Of an answer that is passed on in pieces only the beginning is here; both figures stand before the hits.
  const number = (pattern: RegExp) => {
    const found = pattern.exec(body)?.[1];
    return found === undefined ? undefined : Number(found);
  };
  return { took: number(/"took"\s*:\s*(\d+)/), totalHits: number(/"total"\s*:\s*\{\s*"value"\s*:\s*(\d+)/) };
}

function eventOf(context: SignedContext): SearchEvent {
  const filters = pairsOf(header(context, "filters")).map(([key, value]) => ({ key, value: value.toLowerCase() }));
  const events: CustomEvents = Object.fromEntries(
    pairsOf(header(context, "customevent") ?? header(context, "custom-event")),
  );
  const queryId = givenSearchId(context);
  return {
    visitor: visitorOf(context, { events }),
    queryId,
    // More of a search that is known leaves its term alone.
    term: queryId === undefined ? header(context, "query") : undefined,
    indices: context.indices,
    filters,
    events: Object.keys(events).length > 0 ? events : undefined,
    state: header(context, "state"),
    url: context.path,
    method: context.method,
  };
}

async function keep(
  { service, context }: Pick<Recording, "service" | "context">,
  id: string,
  event: SearchEvent,
): Promise<void> {
  await service.keepSearch(id, event);
  const index = context.indices[0] ?? "";
  const clicked = header(context, "click-object");
  const visitor = { ...event.visitor, sentAt: undefined };
  for (const [type, prefix] of [
    ["result", ""],
    ["suggestion", "suggestions-"],
  ] as const) {
    if (clicked === undefined || !isTrue(header(context, `${prefix}click`))) continue;
    const position =
      Number(header(context, `${prefix}clickposition`) ?? header(context, `${prefix}click-position`) ?? 0) || 0;
    await service.click({ visitor, queryId: id, index, clicks: { [clicked]: position }, type });
  }
  if (isTrue(header(context, "conversion")))
    await service.conversion({ visitor, queryId: id, index, ids: clicked === undefined ? null : [clicked] });
}

/** Puts the id of a search into its answer, and keeps the search beside it. */
export type EndOfRecording = (reply: Reply) => Promise<Reply>;

/**
 * Begins to record a search sent in Elasticsearch's own language where its headers ask for it: `X-Search-Query`, empty
 * or not, or the `X-Search-Id` of a search that goes on (contract 20, 4.2), and no admin sends it who looks as somebody
 * else. The id is found beside the search.
 */
export function beginRecording({ service, log, context }: Recording): EndOfRecording {
  if (
    context.viewer !== undefined ||
    !SEARCHES.test(context.path) ||
    (header(context, "query") === undefined && givenSearchId(context) === undefined)
  )
    return async (reply) => reply;
  try {
    const event = eventOf(context);
    const found = service.beginSearchId(event);
    return async (reply) => {
      const id = await found();
      if (id === null) return reply;
      service.later(async () => keep({ service, context }, id, { ...event, ...figuresOf(reply) }));
      return { ...reply, headers: { ...reply.headers, "X-Search-Id": id } };
    };
  } catch (error) {
    log.warn({ err: error }, "search not recorded");
    return async (reply) => reply;
  }
}
