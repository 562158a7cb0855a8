import { EMPTY_QUERY } from "~/lib/address/empty-query";
import { rangeOf } from "~/lib/address/range-of";
import { settle } from "~/services/platform/http/settle.server";
import type { Scope } from "~/session/scope.server";
import { everybody } from "./ask.server";
import { getPopularSearches } from "./terms.server";

/**
 * What visitors of an index searched for most in the last 30 days, as many as `most`, to begin a preview with. Only a
 * hint: none where analytics do not tell, or may not be read.
 */
export async function mostSearched(scope: Scope, { index, most = 1 }: { index: string; most?: number }) {
  if (index === "" || !scope.can("analytics")) return [];
  const range = rangeOf({ preset: "last-30-days", zone: null }, { zone: scope.preferences.zone, now: Date.now() });
  const here = { ...scope, level: "app" as const, app: index };
  const found = await settle(getPopularSearches(here, { range, ...everybody }, most * 2 + 3));
  const rows = found.ok ? (found.value?.rows ?? []) : [];
  return rows.flatMap(({ key }) => (key !== EMPTY_QUERY && /^[^<>]{2,60}$/.test(key) ? [key] : [])).slice(0, most);
}
