import { illegalArgument } from "../errors";
import type { EngineState, RouteContext } from "../http/types";
import type { NameOptions } from "./expressions";

/** The query parameters of an index expression. */
export const EXPRESSION_PARAMETERS = ["ignore_unavailable", "allow_no_indices", "expand_wildcards"] as const;
/** The query parameters of calls that change the cluster. */
export const ADMIN_PARAMETERS = ["timeout", "master_timeout", "cluster_manager_timeout"] as const;

/** Reads `ignore_unavailable`, `allow_no_indices` and `expand_wildcards` over a call's own defaults. */
export function expressionOptions<State extends EngineState>(
  { query, flag }: RouteContext<State>,
  defaults: Partial<NameOptions> = {},
): Partial<NameOptions> {
  const words = query["expand_wildcards"]?.split(",");
  const known = ["open", "closed", "hidden", "all", "none"];
  const unknown = words?.find((word) => !known.includes(word));
  if (unknown !== undefined) throw illegalArgument(`No valid expand wildcard value [${unknown}]`);
  const expandWildcards =
    words &&
    (words.includes("all")
      ? (["open", "closed", "hidden"] as const)
      : (["open", "closed", "hidden"] as const).filter((word) => words.includes(word)));
  return {
    ...defaults,
    ignoreUnavailable: flag("ignore_unavailable", defaults.ignoreUnavailable ?? false),
    allowNoIndices: flag("allow_no_indices", defaults.allowNoIndices ?? true),
    ...(expandWildcards && { expandWildcards }),
  };
}
