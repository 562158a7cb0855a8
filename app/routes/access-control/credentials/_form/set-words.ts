import { countOf, formatNumber } from "~/lib/values/numbers";
import type { CredentialShape } from "./shape";

const entries = (text: string | undefined) => (text ?? "").split("\n").filter((entry) => entry.trim() !== "");
const isAll = (list: readonly string[]) => list.length === 0 || list.includes("*");
/** What stands in a field for a number, which may be no number yet. */
const typed = (text: string | undefined) => (/^\d+$/.test(text ?? "") ? formatNumber(Number(text)) : (text ?? ""));
const joined = (parts: readonly string[]) => parts.filter((part) => part !== "").join(" · ");

/** What is set in each folded part of the form, in few words. */
export function setWords({
  referers,
  sources,
  include,
  exclude,
  ipLimit,
  maxSize,
  maxAggregations,
  expires,
  amount,
  unit,
  lasts,
}: CredentialShape) {
  const [pages, ranges, only, without] = [referers, sources, include, exclude].map(entries);
  return {
    from: joined([
      isAll(pages ?? []) ? "any page" : countOf(pages?.length ?? 0, "referer"),
      isAll(ranges ?? []) || ranges?.includes("0.0.0.0/0") ? "any address" : countOf(ranges?.length ?? 0, "range"),
    ]),
    fields: joined([
      isAll(only ?? []) ? "all fields" : `only ${countOf(only?.length ?? 0, "field or pattern", "fields or patterns")}`,
      (without ?? []).length === 0
        ? ""
        : `without ${countOf(without?.length ?? 0, "field or pattern", "fields or patterns")}`,
    ]),
    limits:
      joined([
        ipLimit === "" ? "" : `${typed(ipLimit)} requests/h per address`,
        maxSize === "" ? "" : `${typed(maxSize)} results`,
        maxAggregations === "" ? "" : `${typed(maxAggregations)} aggregations`,
      ]) || "none",
    expiry: expires === "never" ? "never" : expires === "after" ? `after ${amount} ${unit}` : lasts,
  };
}
