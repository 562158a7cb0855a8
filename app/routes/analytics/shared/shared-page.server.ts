import { rangeOf } from "~/lib/address/range-of";
import type { Scope } from "~/session/scope.server";
import { figuresAddress } from "../_parts/analytics-address";
import { sharedScreenOf } from "./screens.server";

/** A page as it is shared: which, and what its address says; null for one that cannot be shared here. */
export function sharedPage(scope: Pick<Scope, "level" | "preferences">, page: string, now = Date.now()) {
  const [screen = "", query = ""] = page.split(/\?(.*)/s);
  const found = sharedScreenOf(screen, scope.level);
  if (found === undefined) return null;
  const search = query === "" ? "" : `?${query}`;
  if (found.week) return { screen, title: found.title, range: null, moving: search, fixed: search };
  const here = figuresAddress.at(new URLSearchParams(query));
  const range = rangeOf(here.state.range, { zone: scope.preferences.zone, now });
  return { screen, title: found.title, range, moving: here.search, fixed: here.href({ range: range.fixed }) };
}
