/** How the values of a chart are written: on the axis, in the legend and in the table. */
export type ValueFormat = "count" | "ms" | "bytes" | "percent" | "number";

export type Tone = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

export type Series = {
  /** Stands in the address when the series is hidden. */
  key: string;
  label: string;
  /** One for each point; null is a gap, never zero. */
  values: readonly (number | null)[];
  /** Which of the eight colours; its place in the list when not given. */
  tone?: Tone;
  /** Beside the name in the legend; the sum where the chart counts, nothing elsewhere. */
  total?: number | null;
  /** The period before: a dashed line over what is drawn now. */
  previous?: boolean;
};

/** A moment or value worth a line of its own: a deploy, the 95th percentile. */
export type Mark = { at: number; label: string };

export type LegendEntry = {
  key: string;
  label: string;
  tone: Tone;
  previous: boolean;
  total: string | null;
  hidden: boolean;
};

/** What uPlot draws: seconds since 1970, and a row of values for each series that is shown. */
export type LiveData = {
  kind: "line" | "area" | "bar" | "stacked";
  times: number[];
  series: { label: string; tone: Tone; previous: boolean; values: (number | null)[] }[];
  format: ValueFormat;
  zone: string;
  /** Milliseconds that one point stands for. */
  step: number;
  /** The axes as the server drew them: labels by second, lines by value, and the ends of the values. */
  columns: { at: number; label: string }[];
  rows: number[];
  domain: [number, number];
};

/** A chart as the server hands it out: markup, words and numbers, no arithmetic left. */
export type DrawnChart = {
  id: string;
  title: string;
  note: string;
  /** Why it begins later than its period: "No data before 24 Nov 2026". */
  noDataBefore?: string;
  /** Markup inside the `<svg>`, with its title and description. */
  svg: string;
  height: number;
  legend: LegendEntry[];
  table: {
    head: string[];
    rows: string[][];
    note: string | null;
    /** Where the first cell of each row leads. */ links?: string[];
  };
  live: LiveData | null;
  /** Of one or two points of a period: what they say, in place of a line between them. */
  few?: { at: string; values: { label: string; text: string }[] }[];
  /** Nothing but gaps: the screen says so in place of an empty frame. */
  empty: boolean;
};
