import { formatTick } from "./format";
import { looks } from "./marks";
import { escapeText } from "~/lib/values/markup";
import { valueScale } from "./ticks.server";
import type { Mark, Tone, ValueFormat } from "./types";

/**
 * The width that shapes are drawn in; the browser stretches it to the room there is, texts and strokes keep their size.
 */
export const WIDTH = 1000;

/** A place from the left, 0 to `WIDTH`, as a share of the room. */
const share = (x: number) => `${Number(((x / WIDTH) * 100).toFixed(2))}%`;

export type Label = { at: number; label: string };

type Axis = { values: readonly (number | null)[]; format: ValueFormat; height: number; most?: number };

/** The axis of values, as every chart begins: where a value stands, and the lines with their labels. */
export function valueAxis({ height, ...of }: Axis) {
  const { scale, ticks } = valueScale(of);
  const y = scale.range([height, 0]);
  return { y, ticks, rows: ticks.map((tick): Label => ({ at: round(y(tick)), label: formatTick(tick, of.format) })) };
}

type Frame = {
  id: string;
  title: string;
  description: string;
  height: number;
  /** Labels at the left, by height in px from the top. */ rows: readonly Label[];
  /** Labels below, by place in `WIDTH`. */ columns: readonly Label[];
  marks?: readonly Mark[];
  /** The tones whose patterns are used. */ tones?: readonly Tone[];
  shapes: string;
};

function patternOf(id: string, tone: Tone): string {
  const { pattern } = looks[tone];
  if (pattern === "") return "";
  return (
    `<pattern id="${id}-p${tone}" width="6" height="6" patternUnits="userSpaceOnUse"><path d="M0 0h6v6H0z" style="fill:var(--series-${tone})"/>` +
    `<path d="${pattern}" style="stroke:var(--raised);stroke-width:1.5;fill:none"/></pattern>`
  );
}

/** The fill of a series: its colour, or its pattern in that colour. */
export function fillOf(id: string, tone: Tone): string {
  return looks[tone].pattern === "" ? `var(--series-${tone})` : `url(#${id}-p${tone})`;
}

/**
 * What every chart has: title and description, lines with their values, labels below, marks. Shapes lie in a box that
 * stretches; texts are placed by shares of the width, so that they are as large on a phone as on a wall.
 */
export function frame({
  id,
  title,
  description,
  height,
  rows,
  columns,
  marks = [],
  tones = [],
  shapes,
}: Frame): string {
  const grid = rows.map(({ at }) => `M0 ${at}H${WIDTH}`).join("");
  const lines = marks.map(({ at }) => `M${Math.round(at)} 0V${height}`).join("");
  // A label of the right half stands left of its line.
  const markText = ({ at, label }: Mark) =>
    `<text class="mark" x="${share(at)}" y="-4" dx="${at > WIDTH * 0.6 ? -4 : 4}"${at > WIDTH * 0.6 ? ' text-anchor="end"' : ""}>${escapeText(label)}</text>`;
  return [
    `<title id="${id}-t">${escapeText(title)}</title><desc id="${id}-d">${escapeText(description)}</desc>`,
    `<svg width="100%" height="${height}" viewBox="0 0 ${WIDTH} ${height}" preserveAspectRatio="none" overflow="visible">`,
    `<defs>${[...new Set(tones)].map((tone) => patternOf(id, tone)).join("")}</defs>`,
    `<path class="grid" d="${grid}"/>${shapes}${lines === "" ? "" : `<path class="mark" d="${lines}"/>`}</svg>`,
    ...rows.map(({ at, label }) => `<text x="-8" y="${at}" dy=".32em" text-anchor="end">${escapeText(label)}</text>`),
    // Every second label goes where there is little room.
    ...columns.map(
      ({ at, label }, n) =>
        `<text${n % 2 === 1 ? ' class="roomy"' : ""} x="${share(at)}" y="${height + 17}" text-anchor="middle">${escapeText(label)}</text>`,
    ),
    ...marks.map(markText),
  ].join("");
}

/** Boxes of one series as one path, whole pixels high. */
export function boxes(found: readonly { x: number; width: number; top: number; bottom: number }[]): string {
  return found
    .map(({ x, width, top, bottom }) => `M${round(x)} ${round(bottom)}V${round(top)}h${round(width)}V${round(bottom)}z`)
    .join("");
}

/** One digit after the point is more than a screen shows. */
export function round(value: number): number {
  return Math.round(value * 10) / 10;
}
