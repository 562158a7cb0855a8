import { Name } from "~/components/ui/name";
import { countOf, formatNumber } from "~/lib/values/numbers";
import type { FirstHits } from "~/services/data/stored-queries/hits.server";

function countText({ titles, total, atLeast }: FirstHits): string | null {
  if (total === null || (total <= titles.length && !atLeast)) return null;
  const all = `${atLeast ? "at least " : ""}${countOf(total, "hit")}`;
  return titles.length === 0 ? `${all}; none of them is asked for.` : `First ${formatNumber(titles.length)} of ${all}.`;
}

/** The first hits of an answer by their titles; null stands for an answer that is no list of hits. */
export function HitList({ of }: { of: FirstHits | null }) {
  if (of === null) return <p className="text-muted">The response is not a list of hits.</p>;
  const count = countText(of);
  if (of.titles.length === 0) return <p className="text-muted">{count ?? "No hits with these parameters."}</p>;
  return (
    <>
      <ol className="list-decimal pl-6">
        {of.titles.map((title, place) => (
          <li key={place}>
            <Name>{title}</Name>
          </li>
        ))}
      </ol>
      {count !== null && <p className="mt-1 text-13 text-muted">{count}</p>}
    </>
  );
}
