import * as z from "zod";
import type { Scope } from "~/session/scope.server";

/** How often somebody called in the last days, and when last, in ms. */
export type Usage = { calls: number; last: number };

export const USAGE_DAYS = 7;

const callersSchema = z.object({ callers: z.array(z.object({ name: z.string(), count: z.number(), last: z.number() })) });

/** Who called in the last seven days, users and credentials by name. Only our own back end tells it. Throws BackendError, 404 or 405 from others. */
export async function readUsage({ http }: Pick<Scope, "http">): Promise<Map<string, Usage>> {
  const now = Math.ceil(Date.now() / 1000);
  const query = { from_timestamp: now - USAGE_DAYS * 86_400, to_timestamp: now };
  const { callers } = await http.call({ path: "/_logs/callers", query, schema: callersSchema });
  return new Map(callers.map(({ name, count, last }) => [name, { calls: count, last }]));
}
