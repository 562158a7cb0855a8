import type { LoaderFunctionArgs } from "@remix-run/node";
import { planGate } from "~/lib/access-control/plan";
import { type Range, rangeOf } from "~/lib/address/range-of";
import type { AnalyticsQuery } from "~/services/analytics/ask.server";
import { screenPath } from "~/navigation/paths";
import { redirect } from "~/server/redirect.server";
import { BackendError } from "~/services/platform/http/errors.server";
import { mayStream } from "~/services/platform/http/streaming.server";
import { requireScope, type Scope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { publishedLink } from "./insights-address";
import type { Asked } from "./analytics-address";
import type { Compare } from "./bar/compare";

/** Custom filters and comparisons are of the same plans (contract 20, 8.1). */
export const furtherGate = ({ identity }: Pick<Scope, "identity">) =>
  planGate({ plan: identity.plan, feature: "custom-events" });

export type QueryOfRange = AnalyticsQuery & { range: Range };

/**
 * What an address asks of analytics, with its range on the reader's clock. `before` is the same of what it is compared
 * with; null where nothing is, or where the plan leaves comparisons out.
 */
export function queryOf(
  scope: Pick<Scope, "preferences" | "identity">,
  { range: chosen, user, ip, events, compare }: Asked,
  now = Date.now(),
) {
  const range = rangeOf(chosen, { zone: scope.preferences.zone, now });
  const query: QueryOfRange = { range, user, ip, events };
  return { range, query, before: compare !== "" && furtherGate(scope).ok ? queryBefore(query, compare) : null };
}

/** The range of an address on the reader's clock: all that reports about requests are asked. */
export const rangeOn = ({ preferences }: Pick<Scope, "preferences">, chosen: Asked["range"]) =>
  rangeOf(chosen, { zone: preferences.zone, now: Date.now() });

const momentOf = (instant: number) => `${new Date(instant).toISOString().slice(0, 19)}Z`;

/** The same of the period before, or of two moments that are fixed. */
export function queryBefore({ range, ...query }: QueryOfRange, compare: Exclude<Compare, ""> = "before"): QueryOfRange {
  const { zone, before } = range;
  const ends = compare === "before" ? { from: momentOf(before.from), to: momentOf(before.to) } : compare;
  return { ...query, range: rangeOf({ ...ends, zone }, { zone, now: 0 }) };
}

/** A page that can be streamed does not wait for its figures. */
const PATIENCE_MS = 50;

/** How long the panels of a page of figures may take before the page goes out without them. */
export function panelsOf({ context }: Pick<Scope, "context">, request: Request) {
  return { request, requestId: context.requestId, ...(mayStream(request) && { patience: PATIENCE_MS }) };
}

// Pages of the section that show no analytics of searches, or ask for a plan of their own.
const UNGATED =
  /\/(analytics\/insights|monitoring|data-usage|shared-links|ai-insights|pipeline-insights)(\/|\.data$|$)/;

function requirePlan({ identity, context }: Scope, request: Request) {
  const { pathname: path } = new URL(request.url);
  if (UNGATED.test(path)) return;
  const gate = planGate({ plan: identity.plan, feature: "analytics" });
  if (gate.ok) return;
  const { missing, who } = gate;
  throw new BackendError({
    failure: { kind: "plan", status: 402, method: request.method, path, requestId: context.requestId, missing, who },
  });
}

/**
 * The scope of a page of analytics, where the plan of the server has them: throws BackendError 402 where not. Who is
 * held to some indices may not read the figures of all, and is led to choose one.
 */
export async function requireAnalytics({ request, params, context }: LoaderFunctionArgs): Promise<Scope> {
  const scope = await requireScope(request, params, "analytics", context);
  requirePlan(scope, request);
  // A published dashboard's link opens its insights beside any page.
  const insights = publishedLink(new URL(request.url).searchParams);
  if (insights !== null) throw redirect(`${screenPath(scope, "analytics/insights")}${insights}`);
  if (scope.level === "app" || scope.identity.heldTo === null) return scope;
  throw redirectWithFlash({ request, to: "/indices", kind: "info", text: "Open an index to see its analytics." });
}
