import { beyondNote, formatTick, formatValue } from "./format";
import { escapeText } from "~/lib/values/markup";
import { boxes, fillOf, frame, valueAxis, WIDTH } from "./svg.server";
import { valueScale } from "./ticks.server";
import type { DrawnChart, ValueFormat } from "./types";

const HEIGHT = 120;
const MOST_LABELS = 6;

type Histogram = {
  id: string;
  title: string;
  note?: string;
  /** The lower end of each step and how many fall into it, ascending; steps that are left out are empty. */
  steps: readonly { from: number; count: number }[];
  /** How wide a step is. */
  width: number;
  /** The axis has room for so many at least. */
  fewest?: number;
  /** Of the values on the axis below. */
  format: ValueFormat;
  /** A vertical line at a value: `p95 68 ms`. */
  marks?: readonly { at: number; label: string }[];
  height?: number;
  /** The address of what fell into a step: its bar and its row of the table lead there. */
  linkTo?: (step: { from: number; to: number | null }) => string;
  /** How many lie beyond the last step: they stand in the table, and in the note. */
  beyond?: number;
};

/** How often values of each size come, with a line at the percentile that matters. */
export function drawHistogram({
  id,
  title,
  note = "",
  steps,
  width,
  fewest = 1,
  format,
  marks = [],
  height = HEIGHT,
  linkTo,
  beyond = 0,
}: Histogram): DrawnChart {
  const low = steps[0]?.from ?? 0;
  const end = Math.max((steps.at(-1)?.from ?? 0) + width, low + fewest * width, ...marks.map(({ at }) => at));
  const x = (value: number) => ((value - low) / (end - low || 1)) * WIDTH;
  const { y, rows } = valueAxis({ values: steps.map(({ count }) => count), format: "count", most: 3, height });
  const bars = steps.flatMap(({ from, count }) =>
    count === 0
      ? []
      : [
          {
            from,
            count,
            x: x(from) + WIDTH * 0.002,
            width: Math.max(x(from + width) - x(from) - WIDTH * 0.004, 1),
            top: y(count),
            bottom: height,
          },
        ],
  );
  const spanOf = (from: number) => `${formatValue(from, format)} to ${formatValue(from + width, format)}`;
  // The links of the table take the keyboard; bars are for the pointer. Their places take the whole height: a low bar
  // is hard to hit.
  const linked = bars.map(({ from, count, ...bar }) => {
    const to = escapeText(linkTo?.({ from, to: from + width }) ?? "");
    return `<a href="${to}" tabindex="-1"><title>${escapeText(`${spanOf(from)}: ${formatValue(count, "count")}`)}</title><path d="${boxes([{ ...bar, top: 0 }])}" style="fill:transparent"/><path d="${boxes([bar])}"/></a>`;
  });
  const fill = `style="fill:${fillOf(id, 1)}"`;
  const total = steps.reduce((sum, { count }) => sum + count, 0);
  const last = low + steps.length * width;
  const labels = valueScale({ values: [low, end], format, most: MOST_LABELS }).ticks.filter(
    (tick) => tick >= low && tick <= end,
  );
  const told = marks.map(({ label }) => `, ${label}`).join("");
  return {
    id,
    title,
    note: beyond > 0 ? `${note} ${beyondNote({ beyond, last, format })}`.trim() : note,
    height,
    svg: frame({
      id,
      title,
      description: `${formatValue(total, "count")} in steps of ${formatValue(width, format)}, ${formatValue(low, format)} to ${formatValue(end, format)}${told}.`,
      height,
      rows,
      columns: labels.map((at) => ({ at: x(at), label: formatTick(at, format) })),
      marks: marks.map(({ at, label }) => ({ at: x(at), label })),
      shapes: linkTo === undefined ? `<path ${fill} d="${boxes(bars)}"/>` : `<g ${fill}>${linked.join("")}</g>`,
    }),
    legend: [],
    table: {
      head: [`From`, "Below", "Count"],
      rows: [
        ...steps.map(({ from, count }) => [
          formatValue(from, format),
          formatValue(from + width, format),
          formatValue(count, "count"),
        ]),
        ...(beyond > 0 ? [[formatValue(last, format), "–", formatValue(beyond, "count")]] : []),
      ],
      note: null,
      ...(linkTo && {
        links: [
          ...steps.map(({ from }) => linkTo({ from, to: from + width })),
          ...(beyond > 0 ? [linkTo({ from: last, to: null })] : []),
        ],
      }),
    },
    live: null,
    empty: total === 0,
  };
}

type Bars = {
  id: string;
  title: string;
  note?: string;
  rows: readonly { label: string; value: number | null }[];
  format: ValueFormat;
  /** Of the first column of the table. */ what: string;
  height?: number;
};

/**
 * One bar for each thing: countries, devices, indices. Names of many letters are cut on the axis and whole in the
 * table.
 */
export function drawBars({ id, title, note = "", rows, format, what, height = HEIGHT }: Bars): DrawnChart {
  const { y, rows: lines } = valueAxis({ values: rows.map(({ value }) => value), format, most: 3, height });
  const slot = WIDTH / Math.max(rows.length, 1);
  const found = rows.flatMap(({ value }, n) =>
    value === null
      ? []
      : [{ x: slot * (n + 0.15), width: slot * 0.7, top: Math.min(y(value), y(0)), bottom: Math.max(y(value), y(0)) }],
  );
  return {
    id,
    title,
    note,
    height,
    svg: frame({
      id,
      title,
      description: rows
        .map(({ label, value }) => `${label}: ${value === null ? "no value" : formatValue(value, format)}.`)
        .slice(0, 20)
        .join(" "),
      height,
      rows: lines,
      columns: rows.map(({ label }, n) => ({
        at: slot * (n + 0.5),
        label: label.length > 12 ? `${label.slice(0, 11)}…` : label,
      })),
      shapes: `<path style="fill:${fillOf(id, 1)}" d="${boxes(found)}"/>`,
    }),
    legend: [],
    table: {
      head: [what, title],
      rows: rows.map(({ label, value }) => [label, value === null ? "–" : formatValue(value, format)]),
      note: null,
    },
    live: null,
    empty: rows.every(({ value }) => value === null),
  };
}
