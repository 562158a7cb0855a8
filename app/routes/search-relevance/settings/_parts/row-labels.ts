import type { Setting } from "~/services/search-relevance/setting";
import { type RankNumber, rankNumbers } from "~/services/search-relevance/ranks";
import type { RowValues } from "./row-values";

type RowsOf = Extract<Setting, { type: "rows" }>["of"];

/** What the box says by which a row is added. */
export const adding: Record<RowsOf, string> = {
  weights: "Add a field to search",
  counted: "Add a field to count",
  ranks: "Add a rank feature",
};
/** The numbers of a rank feature, as they stand beside one another. */
export const numbersOfRank: readonly RankNumber[] = ["pivot", "scaling_factor", "exponent", "boost"];
/** What a weight of a sub-field is called. */
export const subWeightLabel = (path: string): string => `Weight of ${path}`;
/** What a number of a rank feature is called. */
export const rankLabel = (number: RankNumber, field: string): string => `${rankNumbers[number].label} of ${field}`;

/** The controls of a setting's rows as they are called beside them, by name: for the list of errors. */
export function rowLabels(
  { name, of }: { name: string; of: RowsOf },
  rows: readonly RowValues[],
): Record<string, string> {
  const numbers = of === "ranks" ? numbersOfRank : [];
  const labels = rows.flatMap((row, at): [string, string][] => {
    const [field, control] = [row.text("field"), `${name}[${at}]`];
    return [
      [`${control}.${of === "ranks" ? "function" : "value"}`, field],
      ...row
        .rows("subs")
        .map((sub, place): [string, string] => [`${control}.subs[${place}].value`, subWeightLabel(sub.text("path"))]),
      ...numbers.map((number): [string, string] => [`${control}.${number}`, rankLabel(number, field)]),
    ];
  });
  return { [`add-${name}`]: adding[of], ...Object.fromEntries(labels) };
}
