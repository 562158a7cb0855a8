import { appLevel, clusterLevel, screenPath } from "~/navigation/paths";
import type { Use } from "~/services/search-relevance/schema/used-by.server";

export type UseLink = { label: string; to: string };

const screens = { search: "Search", aggs: "Aggregations", results: "Results" } as const;

/** The way to a place that names a field of an index. */
export function useLink(index: string, use: Use): UseLink {
  switch (use.kind) {
    case "rule":
      return { label: use.label, to: screenPath(clusterLevel, "rules", { rest: [use.id] }) };
    case "stored query":
      return { label: use.label, to: screenPath(appLevel(index), "stored-queries", { rest: [use.id] }) };
    case "suggestions":
      return { label: "Suggestions", to: screenPath(clusterLevel, "suggestions/index") };
    default:
      return { label: screens[use.kind], to: screenPath(appLevel(index), use.kind) };
  }
}

/**
 * Settings by name, rules and stored queries counted: an only one leads to itself, several to the list of all on the
 * page of the field.
 */
export function useLinks(index: string, uses: readonly Use[], page: string): UseLink[] {
  const counted = (["rule", "stored query"] as const).flatMap((kind) => {
    const [first, ...more] = uses.filter((use) => use.kind === kind);
    if (first === undefined) return [];
    if (more.length === 0) return [{ label: `1 ${kind}`, to: useLink(index, first).to }];
    return [{ label: `${more.length + 1} ${kind === "rule" ? "rules" : "stored queries"}`, to: `${page}#used-by` }];
  });
  return [
    ...uses.filter(({ kind }) => kind !== "rule" && kind !== "stored query").map((use) => useLink(index, use)),
    ...counted,
  ];
}
