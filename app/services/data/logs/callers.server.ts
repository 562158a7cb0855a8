import * as z from "zod";
import { apiPath } from "~/services/platform/http/path";
import type { Scope } from "~/session/scope.server";

const DAY_SECONDS = 86_400;

/** Calls of the last 7 days, and the last one of the last 30 in ms. */
export type Use = { calls: number; last: number | null };

const callersSchema = z
  .object({
    callers: z.array(z.object({ name: z.string(), count: z.coerce.number(), last: z.coerce.number() })).nullish(),
  })
  .transform(({ callers }) => callers ?? []);

/**
 * Who called, users and credentials by name; of one index where it is given. Two calls, since a server counts within
 * one span. Only our own back end tells it. Throws BackendError, 404 or 405 from others.
 */
export async function readCallers({ http }: Pick<Scope, "http">, index?: string): Promise<(name: string) => Use> {
  const path = index === undefined ? "/_logs/callers" : apiPath`/${index}/_logs/callers`;
  const now = Math.ceil(Date.now() / 1000);
  const ask = (days: number) =>
    http.call({ path, query: { from_timestamp: now - days * DAY_SECONDS, to_timestamp: now }, schema: callersSchema });
  const [week, month] = await Promise.all([ask(7), ask(30)]);
  const calls = new Map(week.map(({ name, count }) => [name, count]));
  const lasts = new Map(month.map(({ name, last }) => [name, last]));
  return (name) => ({ calls: calls.get(name) ?? 0, last: lasts.get(name) ?? null });
}
