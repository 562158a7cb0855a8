import { PlainLink } from "~/components/ui/plain-link";
import { useAddress } from "~/components/ui/filter/use-address";
import { chartAddress, toggledSeries } from "./chart-address";
import { looks, previousDash } from "./marks";
import type { DrawnChart, LegendEntry } from "./types";

/**
 * The series of a chart with their totals. Each is a link that hides it, or shows it again; the last one shown stays.
 */
export function Legend({
  chart: { id, legend, title, swatch },
}: {
  chart: Pick<DrawnChart, "id" | "legend" | "title"> & { swatch: "line" | "box" };
}) {
  const here = useAddress(chartAddress);
  if (legend.length < 2) return null;
  const shown = legend.filter(({ hidden }) => !hidden).length;
  return (
    <ul className="chart-legend" aria-label={`${title}: series`}>
      {legend.map((entry) => {
        const words = (
          <>
            <Swatch id={id} entry={entry} box={swatch === "box" && !entry.previous} />
            <span className={entry.hidden ? "line-through" : undefined}>{entry.label}</span>
            {entry.total !== null && <span className="text-muted">{entry.total}</span>}
          </>
        );
        return (
          <li key={entry.key}>
            {shown === 1 && !entry.hidden ? (
              <span>{words}</span>
            ) : (
              <PlainLink
                to={here.href({ hide: toggledSeries({ hide: here.state.hide, chart: id, series: entry.key }) })}
                keepScroll
                title={entry.hidden ? `Show ${entry.label}` : `Hide ${entry.label}`}
              >
                {words}
                {entry.hidden && <span className="sr-only"> (hidden)</span>}
              </PlainLink>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function Swatch({ id, entry: { tone, previous, hidden }, box }: { id: string; entry: LegendEntry; box: boolean }) {
  const colour = previous ? "var(--ink)" : `var(--series-${tone})`;
  if (box) {
    const patternId = `${id}-k${tone}`;
    const { pattern } = looks[tone];
    return (
      <svg aria-hidden="true" width="12" height="12" className={hidden ? "opacity-40" : undefined}>
        {pattern !== "" && (
          <pattern id={patternId} width="6" height="6" patternUnits="userSpaceOnUse">
            <path d="M0 0h6v6H0z" style={{ fill: colour }} />
            <path d={pattern} style={{ stroke: "var(--raised)", strokeWidth: 1.5, fill: "none" }} />
          </pattern>
        )}
        <path d="M0 1h12v11H0z" style={{ fill: pattern === "" ? colour : `url(#${patternId})` }} />
      </svg>
    );
  }
  const dash = previous ? previousDash : looks[tone].dash;
  return (
    <svg aria-hidden="true" width="22" height="12" className={hidden ? "opacity-40" : undefined}>
      <path d="M0 6h22" style={{ stroke: colour, strokeWidth: 2, strokeDasharray: dash.join(" ") || undefined }} />
    </svg>
  );
}
