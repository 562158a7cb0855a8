import type { JsonValue } from "@common/text/json";
import { illegalArgument } from "../../errors";
import type { ResolveOptions } from "../../index/types";
import { booleanOf } from "../../query/parse/values";

type Given = Readonly<Record<string, JsonValue | undefined>>;

// Headers of several searches take both spellings.
const CAMEL: Readonly<Record<string, string>> = {
  ignore_unavailable: "ignoreUnavailable",
  allow_no_indices: "allowNoIndices",
  expand_wildcards: "expandWildcards",
};

/** Reads `ignore_unavailable`, `allow_no_indices` and `expand_wildcards` of a URL or of a header. */
export function resolveOptions(all: Given): Partial<ResolveOptions> {
  const given = Object.fromEntries(Object.entries(CAMEL).map(([name, other]) => [name, all[name] ?? all[other]]));
  const flag = (name: string): boolean | undefined => {
    const value = given[name];
    return value === undefined ? undefined : value === "" || booleanOf(value);
  };
  const options: Partial<ResolveOptions> = {};
  const ignore = flag("ignore_unavailable");
  const none = flag("allow_no_indices");
  if (ignore !== undefined) options.ignoreUnavailable = ignore;
  if (none !== undefined) options.allowNoIndices = none;
  const wildcards = given["expand_wildcards"];
  if (wildcards !== undefined)
    options.expandWildcards = expandWildcards(
      Array.isArray(wildcards) ? wildcards.map(String) : String(wildcards).split(","),
    );
  return options;
}

function expandWildcards(names: readonly string[]): ResolveOptions["expandWildcards"] {
  const found = new Set<"open" | "closed" | "hidden">();
  for (const name of names) {
    if (name === "open" || name === "closed" || name === "hidden") found.add(name);
    else if (name === "all") for (const one of ["open", "closed", "hidden"] as const) found.add(one);
    else if (name !== "none") throw illegalArgument(`No valid expand wildcard value [${name}]`);
  }
  return [...found];
}
