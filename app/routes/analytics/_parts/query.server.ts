import { rangeOf } from "~/lib/address/range-of";
import type { AnalyticsQuery } from "~/services/analytics/ask.server";
import type { Scope } from "~/session/scope.server";
import type { Asked } from "./analytics-address";

/** What an address asks of analytics, with its range on the reader's clock. */
export function queryOf(scope: Pick<Scope, "preferences">, { range: chosen, user, ip, events }: Asked, now = Date.now()) {
  const range = rangeOf(chosen, { zone: scope.preferences.zone, now });
  return { range, query: { range, user, ip, events } satisfies AnalyticsQuery };
}
