import { formatValue } from "./format";
import { escapeText } from "~/lib/values/markup";
import { frame, round, WIDTH } from "./svg.server";
import type { DrawnChart, ValueFormat } from "./types";

const HEIGHT = 28;

type HeatRow = {
  id: string;
  title: string;
  note?: string;
  /** One for each box, from left to right; null is drawn as a gap. */
  cells: readonly { label: string; value: number | null }[];
  format: ValueFormat;
  /** Of the first column of the table. */ what: string;
};

/** A row of boxes, the darker the more; each also as high as its value, which tells it in black and white. */
export function drawHeatRow({ id, title, note = "", cells, format, what }: HeatRow): DrawnChart {
  const highest = cells.reduce((most, { value }) => Math.max(most, value ?? 0), 0);
  const slot = WIDTH / Math.max(cells.length, 1);
  const every = Math.max(1, Math.ceil(cells.length / 8));
  const box = ({ label, value }: HeatRow["cells"][number], n: number) => {
    if (value === null) return "";
    const share = highest === 0 ? 0 : value / highest;
    const high = Math.max(2, share * HEIGHT);
    const shape = `<path d="M${round(n * slot + 1)} ${HEIGHT}v${-round(high)}h${round(slot - 2)}v${round(high)}z" style="fill:var(--series-1);opacity:${round(0.4 + share * 0.6)}">`;
    return `${shape}<title>${escapeText(`${label}: ${formatValue(value, format)}`)}</title></path>`;
  };
  return {
    id,
    title,
    note,
    height: HEIGHT,
    svg: frame({
      id,
      title,
      description: `${cells.length} values, at most ${formatValue(highest, format)}.`,
      height: HEIGHT,
      rows: [],
      columns: cells.flatMap(({ label }, n) => (n % every === 0 ? [{ at: (n + 0.5) * slot, label }] : [])),
      shapes: cells.map(box).join(""),
    }),
    legend: [],
    table: {
      head: [what, title],
      rows: cells.map(({ label, value }) => [label, value === null ? "–" : formatValue(value, format)]),
      note: null,
    },
    live: null,
    empty: cells.every(({ value }) => value === null),
  };
}
