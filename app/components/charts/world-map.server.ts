import type { Region } from "~/lib/analytics/countries/regions";
import { formatTick, formatValue } from "./format";
import { escapeText } from "~/lib/values/markup";
import { round } from "./svg.server";
import type { DrawnChart, ValueFormat } from "./types";
import { MAP_HEIGHT, MAP_WIDTH, outlinesOf, type View } from "./world-outlines.server";

/** How dark the steps of the scale are, from few to many. */
const STEPS = [0.15, 0.35, 0.55, 0.78, 1];
const DOT = 4;

type CountryMap = {
  id: string;
  title: string;
  note?: string;
  /** Countries with their codes of two letters; null for one that nobody knows. */
  rows: readonly { country: string; code: string | null; value: number }[];
  format: ValueFormat;
  /** What is counted: "Searches". */
  counts: string;
  /** The part of the world that is shown; all of it unless given. */
  region?: Region | undefined;
};

/** The world with its countries coloured by their values. Countries that nobody knows stand in the table alone. */
export function drawCountryMap({ id, title, note = "", rows, format, counts, region }: CountryMap): DrawnChart {
  const { shapes, places } = outlinesOf(region ?? "world");
  const sorted = [...rows].sort((a, b) => b.value - a.value);
  const bounds = boundsOf(sorted.map(({ value }) => value));
  const drawn = sorted.flatMap(({ country, code, value }) => {
    if (code === null || value <= 0) return [];
    const [shape, at] = [shapes.get(code), places.get(code)];
    const told = `<title>${escapeText(`${country}: ${formatValue(value, format)}`)}</title>`;
    const style = `style="fill-opacity:${STEPS[stepOf(value, bounds)]};stroke:var(--ink)"`;
    if (shape !== undefined) return [{ dot: 0, markup: `<path d="${shape}" ${style}>${told}</path>` }];
    return at === undefined
      ? []
      : [{ dot: 1, markup: `<circle cx="${round(at[0])}" cy="${round(at[1])}" r="${DOT}" ${style}>${told}</circle>` }];
  });
  // Dots lie over the outlines around them.
  drawn.sort((a, b) => a.dot - b.dot);
  const world = outlinesOf("world");
  const unplaced = sorted.filter(
    ({ code }) => code === null || !(world.shapes.has(code) || world.places.has(code)),
  ).length;
  return {
    ...drawnWorld({
      id,
      title,
      note,
      view: region ?? "world",
      told: sorted.slice(0, 5).map(({ country, value }) => `${country}: ${formatValue(value, format)}.`),
      shapes: `<g style="fill:var(--series-1);stroke-width:.5">${drawn.map(({ markup }) => markup).join("")}</g>`,
      scale: scaleOf({ bounds, highest: sorted[0]?.value ?? 0, format }),
    }),
    table: {
      head: ["Country", counts],
      rows: sorted.map(({ country, value }) => [country, formatValue(value, format)]),
      note: unplaced > 0 ? `${unplaced} of ${sorted.length} are not on the map.` : null,
    },
    empty: rows.length === 0,
  };
}

/**
 * Where each step of the scale begins: as many times as much as the one before, in round numbers; fewer steps where
 * values lie close.
 */
function boundsOf(values: readonly number[]): number[] {
  const [highest = 0, lowest = 0] = [values[0], values.findLast((value) => value > 0)];
  if (highest <= 0) return [];
  const ratio = (highest / lowest) ** (1 / STEPS.length);
  const between = STEPS.map((_, n) => Math.ceil(Number((lowest * ratio ** n).toPrecision(ratio < 2 ? 2 : 1))));
  return [...new Set([lowest, ...between.slice(1)])].filter((bound) => bound >= lowest && bound <= highest);
}

/** The step of a value: the last ones of the scale where it has fewer. */
function stepOf(value: number, bounds: readonly number[]): number {
  return (
    Math.max(
      0,
      bounds.findLastIndex((bound) => value >= bound),
    ) +
    STEPS.length -
    bounds.length
  );
}

/** Each step with the number that it begins at, below the map. */
function scaleOf({
  bounds,
  highest,
  format,
}: {
  bounds: readonly number[];
  highest: number;
  format: ValueFormat;
}): string {
  const boxes = bounds.map((bound, n) => {
    const x = `${(n + 1) * 11}%`;
    const step = STEPS[n + STEPS.length - bounds.length];
    return `<rect x="${x}" width="11%" height="8" style="fill-opacity:${step}"/><text x="${x}" y="19" style="stroke:none">${escapeText(formatTick(bound, format))}</text>`;
  });
  const end = `<text class="roomy" x="${(bounds.length + 1) * 11}%" y="19" style="stroke:none">${escapeText(formatTick(highest, format))}</text>`;
  return (
    `<svg y="100%" overflow="visible" style="fill:var(--series-1);stroke:var(--ink);stroke-width:.5" transform="translate(0 2)">` +
    `<rect width="11%" height="8" style="fill:var(--sunken)"/><text y="19" style="stroke:none">0</text>${boxes.join("")}${end}</svg>`
  );
}

type PointMap = { id: string; title: string; points: readonly { label: string; lat: number; lon: number }[] };

/** Dots on the world where they lie, each with its label. */
export function drawPointMap({ id, title, points }: PointMap): DrawnChart {
  const { projection } = outlinesOf("globe");
  const dots = points.flatMap(({ label, lat, lon }) => {
    const [x, y] = projection([lon, lat]) ?? [];
    return x === undefined || y === undefined
      ? []
      : [`<circle cx="${round(x)}" cy="${round(y)}" r="4"><title>${escapeText(label)}</title></circle>`];
  });
  return {
    ...drawnWorld({
      id,
      title,
      note: "",
      view: "globe",
      shapes: dots.join(""),
      told: points.slice(0, 5).map(({ label }) => `${label}.`),
    }),
    table: {
      head: ["Point", "Latitude", "Longitude"],
      rows: points.map(({ label, lat, lon }) => [label, String(lat), String(lon)]),
      note: null,
    },
    empty: points.length === 0,
  };
}

type DrawnWorld = {
  id: string;
  title: string;
  note: string;
  view: View;
  shapes: string;
  scale?: string;
  told: readonly string[];
};

function drawnWorld({
  id,
  title,
  note,
  view,
  shapes,
  scale = "",
  told,
}: DrawnWorld): Omit<DrawnChart, "table" | "empty"> {
  const { land, borders } = outlinesOf(view);
  return {
    id,
    title,
    note,
    height: MAP_HEIGHT,
    svg:
      `<title id="${id}-t">${escapeText(title)}</title><desc id="${id}-d">${escapeText(told.join(" ") || "No values.")}</desc>` +
      `<svg width="100%" height="100%" viewBox="0 0 ${MAP_WIDTH} ${MAP_HEIGHT}"><path class="land" d="${land}"/>${borders === "" ? "" : `<path d="${borders}" style="fill:none;stroke:var(--line-strong);stroke-width:.5"/>`}${shapes}</svg>${scale}`,
    legend: [],
    live: null,
  };
}
