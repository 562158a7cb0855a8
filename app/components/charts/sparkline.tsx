const WIDTH = 120;
const HEIGHT = 28;

type SparklineProps = {
  /** In order of time; null is a gap. */
  series: readonly (number | null)[];
  /** The period before, dashed behind it, on the same scale. */
  previous?: readonly (number | null)[] | undefined;
};

/** A line of the size of a word, under a number that says what it is. */
export function Sparkline({ series, previous = [] }: SparklineProps) {
  const known = [...series, ...previous].filter((value) => value !== null);
  const low = known.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
  const span = known.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY) - low || 1;
  const place = (value: number) => (HEIGHT - 2 - ((value - low) / span) * (HEIGHT - 4)).toFixed(1);
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className="mt-1 h-7 w-full text-accent"
      preserveAspectRatio="none"
    >
      {previous.length > 1 && (
        <path
          d={pathOf(previous, place)}
          fill="none"
          className="text-faint"
          stroke="currentColor"
          strokeDasharray="3 2"
          vectorEffect="non-scaling-stroke"
        />
      )}
      <path
        d={pathOf(series, place)}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}

function pathOf(values: readonly (number | null)[], place: (value: number) => string): string {
  const step = WIDTH / Math.max(values.length - 1, 1);
  return values
    .map((value, at) => {
      if (value === null) return "";
      const begins = (values[at - 1] ?? null) === null;
      // A value between two gaps is a dot.
      return `${begins ? "M" : "L"}${(at * step).toFixed(1)} ${place(value)}${begins && (values[at + 1] ?? null) === null ? "h0" : ""}`;
    })
    .join("");
}
