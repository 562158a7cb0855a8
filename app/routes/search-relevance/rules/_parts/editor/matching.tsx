import { Name } from "~/components/ui/name";
import { formatNumber } from "~/lib/values/numbers";
import type { RulePage } from "./load.server";

/** How many searches of the last 30 days the condition speaks of. */
export function Matching({ of: { count, all, exact, terms, more } }: { of: NonNullable<RulePage["matching"]> }) {
  if (all === 0) return null;
  const named = terms.map(({ term, count: times }) => `${term} (${formatNumber(times)})`).join(", ");
  return (
    <Name as="p" className="mb-4 text-13 text-muted">
      Matches {exact ? "" : "at least "}
      {formatNumber(count)} of {formatNumber(all)} searches in the last 30 days{named === "" ? "." : `: ${named}`}
      {more > 0 && ` and ${formatNumber(more)} more`}
      {named === "" ? "" : "."}
    </Name>
  );
}
