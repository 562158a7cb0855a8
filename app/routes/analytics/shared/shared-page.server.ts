import type { Scope } from "~/session/scope.server";
import { figuresAddress } from "../_parts/analytics-address";
import { fixedAddress } from "../_parts/bar/fixed-address";
import { queryOf } from "../_parts/query.server";
import { sharedScreenOf } from "./screens.server";

type Reader = Pick<Scope, "level" | "preferences" | "identity">;

/**
 * A page as it is shared: which, and what its address says; null for one that cannot be shared here. `same` is the
 * address that shows these numbers later too, to who may sign in.
 */
export function sharedPage(scope: Reader, page: string, now = Date.now()) {
  const [screen = "", query = ""] = page.split(/\?(.*)/s);
  const found = sharedScreenOf(screen, scope.level);
  if (found === undefined) return null;
  const search = query === "" ? "" : `?${query}`;
  if (found.week) return { screen, title: found.title, range: null, moving: search, fixed: search, same: search };
  const here = figuresAddress.at(new URLSearchParams(query));
  const { range, before } = queryOf(scope, here.state, now);
  return {
    screen,
    title: found.title,
    range,
    moving: here.search,
    fixed: here.href({ range: range.fixed }),
    same: fixedAddress(search, { range, before: found.compared && before ? before.range : null }),
  };
}
