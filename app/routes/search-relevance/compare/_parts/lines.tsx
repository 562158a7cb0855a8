import type { Line } from "~/services/search-relevance/preview/moves";

/** How high a row of results is, in rem. The lines begin and end at the middle of one. */
export const ROW = 3.875;
const WIDTH = 56;
const UNIT = 16;

const middle = (place: number) => (place + 0.5) * ROW * UNIT;

/** Lines from the place of each result to the one that it moves to. Words say the same beside each. */
export function Lines({
  lines,
  rows,
  news,
  gone,
}: {
  lines: readonly Line[];
  rows: number;
  news: readonly number[];
  gone: readonly number[];
}) {
  const height = rows * ROW * UNIT;
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${WIDTH} ${height}`}
      width={`${WIDTH / UNIT}rem`}
      height={`${rows * ROW}rem`}
      className="hidden shrink-0 self-start large:block"
      fill="none"
    >
      {lines.map(({ from, to, mark }) => {
        const [start, end] = [middle(from), middle(to)];
        return (
          <g key={`${from} ${to}`} className={mark === "up" ? "text-good" : "text-muted"} stroke="currentColor">
            <path
              d={`M0 ${start}C${WIDTH * 0.55} ${start} ${WIDTH * 0.45} ${end} ${WIDTH} ${end}`}
              strokeWidth={mark === "up" ? 2 : 1.25}
              strokeDasharray={mark === "down" ? "4 3" : undefined}
            />
            <circle cx={WIDTH - 2} cy={end} r={2.5} fill="currentColor" stroke="none" />
          </g>
        );
      })}
      {news.map((place) => (
        <rect
          key={`new ${place}`}
          x={WIDTH - 12}
          y={middle(place) - 4}
          width={8}
          height={8}
          className="text-info"
          fill="currentColor"
        />
      ))}
      {gone.map((place) => (
        <path
          key={`gone ${place}`}
          d={`M0 ${middle(place)}H16M16 ${middle(place) - 4}V${middle(place) + 4}`}
          strokeWidth={1.5}
          className="text-warn"
          stroke="currentColor"
        />
      ))}
    </svg>
  );
}
