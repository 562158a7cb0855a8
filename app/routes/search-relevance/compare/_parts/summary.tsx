import { marks } from "~/services/search-relevance/preview/moves";
import type { Compared } from "./load.server";

const figureText = (value: number | null) => (value === null ? "–" : value.toFixed(2));

/** What moved, in one line, and how good both orders are by the grades that there are. */
export function Summary({
  found: { counts, figures, draft },
  shown,
}: {
  found: Pick<Compared, "counts" | "figures" | "draft">;
  shown: number;
}) {
  const isGraded = figures.live !== null || figures.draft !== null;
  if (!counts && !isGraded) return null;
  const better = (figures.draft ?? 0) - (figures.live ?? 0);
  return (
    <section
      aria-label="Summary"
      className="mb-4 flex flex-wrap justify-between gap-x-6 gap-y-1 rounded border border-line bg-raised px-3.5 py-2.5"
    >
      {counts && (
        <p className="flex flex-wrap gap-x-4">
          <strong>First {shown}</strong>
          {marks.map((mark) => (
            <span key={mark}>
              {counts[mark]} {mark}
            </span>
          ))}
        </p>
      )}
      {isGraded && (
        <p>
          nDCG@10 {figureText(figures.live)}
          {draft && (
            <>
              {" "}
              <span aria-hidden="true">→</span>
              <span className="sr-only">live,</span>{" "}
              <strong className={better > 0 ? "text-good" : better < 0 ? "text-bad" : ""}>
                {figureText(figures.draft)}
              </strong>
              <span className="sr-only"> draft</span>
            </>
          )}
        </p>
      )}
    </section>
  );
}
