import type { LoaderFunctionArgs } from "@remix-run/node";
import { rangeOf } from "~/lib/address/range-of";
import type { AnalyticsQuery } from "~/services/analytics/ask.server";
import { requireScope, type Scope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import type { Asked } from "./analytics-address";

/** What an address asks of analytics, with its range on the reader's clock. */
export function queryOf(scope: Pick<Scope, "preferences">, { range: chosen, user, ip, events }: Asked, now = Date.now()) {
  const range = rangeOf(chosen, { zone: scope.preferences.zone, now });
  return { range, query: { range, user, ip, events } satisfies AnalyticsQuery };
}

/** The scope of a page of analytics. Who is held to some indices may not read the figures of all, and is led to choose one. */
export async function requireAnalytics({ request, params, context }: LoaderFunctionArgs): Promise<Scope> {
  const scope = await requireScope(request, params, "analytics", context);
  if (scope.level === "app" || scope.identity.heldTo === null) return scope;
  throw redirectWithFlash({ request, to: "/indices", kind: "info", text: "Open an index to see its analytics." });
}
