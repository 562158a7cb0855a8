import { pino } from "pino";
import * as z from "zod";
import { expect } from "vitest";
import type { AnalyticsLimits } from "@backend/gateway/resources/analytics/sums/retention";
import { createSums } from "@backend/gateway/resources/analytics/sums/sums";
import { createSystemPlaces } from "@backend/gateway/platform/store/system-places";
import { startTarget } from "../../replay/target";
import type { GatewaySettings } from "@backend/gateway/gateway";
import type { Event } from "./events";

const ADMIN = `Basic ${Buffer.from("foo:bar").toString("base64")}`;
const QueryIdSchema = z.object({ query_id: z.string() });

/** A back end with the indices of the streams. */
export async function openShop(settings: GatewaySettings = {}) {
  const target = await startTarget(settings);

  async function call(method: string, path: string, body?: unknown, as = ADMIN, headers: Record<string, string> = {}) {
    const init = body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) };
    const type = typeof body === "string" ? "application/x-ndjson" : "application/json";
    const response = await fetch(`${target.url}${path}`, {
      method,
      headers: { Authorization: as, "Content-Type": type, ...headers },
      ...init,
    });
    return { status: response.status, body: (await response.json()) as unknown };
  }

  /** A call of the traffic maker, with the time at which it happened. */
  async function callAt({
    path,
    body,
    at,
    as = ADMIN,
    method = "PUT",
  }: {
    path: string;
    body: object;
    at: string;
    as?: string | undefined;
    method?: string;
  }) {
    const headers = { Authorization: as, "Content-Type": "application/json", "X-Demo-Time": at };
    const response = await fetch(`${target.url}${path}`, { method, headers, body: JSON.stringify(body) });
    return { status: response.status, body: (await response.json()) as unknown };
  }

  /** Sends a stream by the calls of search pages; then the searches get their times, which those calls do not take. */
  async function send(stream: readonly Event[]): Promise<void> {
    const ids = new Map<string, string>();
    for (const event of stream) {
      if (event.kind === "search") {
        const { id, term, indices, user, hits, filters = [], seen = [], events } = event;
        const body = {
          // Another user each time, so that no search goes on from the one before.
          user_id: `${user} ${id}`,
          query: term,
          total_hits: hits,
          impressions: seen.map(([of, index]) => ({ id: of, index })),
          custom_events: events,
          filters: Object.fromEntries(filters),
        };
        const { status, body: answer } = await call("PUT", `/${indices.join(",")}/_analytics/search`, body);
        expect(status).toBe(200);
        ids.set(id, QueryIdSchema.parse(answer).query_id);
        continue;
      }
      const query_id = ids.get(event.id);
      const body =
        event.kind === "click"
          ? { query_id, click_on: event.on, click_type: event.type }
          : { query_id, conversion_on: event.on };
      expect((await call("PUT", `/${event.index}/_analytics/${event.kind}`, body)).status).toBe(200);
    }
    const lines = stream.flatMap((event) =>
      event.kind === "search"
        ? [
            { update: { _id: ids.get(event.id) } },
            { doc: { timestamp: new Date(event.at * 1000).toISOString(), user_id: event.user } },
          ]
        : [],
    );
    const { body } = await call(
      "POST",
      "/.analytics/_bulk?refresh=true",
      `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`,
    );
    expect(body).toMatchObject({ errors: false });
  }

  for (const index of ["lamps", "books", "shoes", "hats"]) await call("PUT", `/${index}`, {});
  const sumsOf = (limits?: AnalyticsLimits) =>
    createSums({
      engine: target.engine,
      places: createSystemPlaces(),
      log: pino({ level: "silent" }),
      times: { quiet: 0, rest: 0, read: 0 },
      limits,
    });

  return { url: target.url, call, callAt, send, sumsOf, close: () => target.close() };
}

export type Shop = Awaited<ReturnType<typeof openShop>>;
