import type { LoaderFunctionArgs } from "@remix-run/node";
import { type Range, rangeOf } from "~/lib/address/range-of";
import type { AnalyticsQuery } from "~/services/analytics/ask.server";
import { requireScope, type Scope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import type { Asked } from "./analytics-address";

/** What an address asks of analytics, with its range on the reader's clock. */
export function queryOf(scope: Pick<Scope, "preferences">, { range: chosen, user, ip, events }: Omit<Asked, "compare">, now = Date.now()) {
  const range = rangeOf(chosen, { zone: scope.preferences.zone, now });
  return { range, query: { range, user, ip, events } satisfies AnalyticsQuery };
}

type QueryOfRange = AnalyticsQuery & { range: Range };

/** The same of the period before. */
export function queryBefore({ range, ...query }: QueryOfRange): QueryOfRange {
  const [from, to] = [range.before.from, range.before.to].map((at) => `${new Date(at).toISOString().slice(0, 19)}Z`);
  return { ...query, range: rangeOf({ from: from ?? "", to: to ?? "", zone: range.zone }, { zone: range.zone, now: 0 }) };
}

/** The scope of a page of analytics. Who is held to some indices may not read the figures of all, and is led to choose one. */
export async function requireAnalytics({ request, params, context }: LoaderFunctionArgs): Promise<Scope> {
  const scope = await requireScope(request, params, "analytics", context);
  if (scope.level === "app" || scope.identity.heldTo === null) return scope;
  throw redirectWithFlash({ request, to: "/indices", kind: "info", text: "Open an index to see its analytics." });
}
