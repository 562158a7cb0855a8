import type { Region } from "~/lib/analytics/countries/regions";
import { formatValue } from "../format";
import { escapeText } from "~/lib/values/markup";
import { boxAround } from "./map-box.server";
import { labelsOf } from "./map-labels.server";
import { MAP_HEIGHT, MAP_WIDTH, type View } from "./map-projection.server";
import { boundsOf, scaleOf, STEPS, stepOf } from "./map-scale.server";
import { round } from "../svg.server";
import type { DrawnChart, ValueFormat } from "../types";
import { outlinesOf } from "./world-outlines.server";

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
  /** The part of the world that is shown; the part that has values unless given. */
  view?: "world" | Region | undefined;
};

/** The world with its countries coloured by their values. Countries that nobody knows stand in the table alone. */
export function drawCountryMap({ id, title, note = "", rows, format, counts, view }: CountryMap): DrawnChart {
  const sorted = [...rows].sort((a, b) => b.value - a.value);
  const withValues = sorted.flatMap(({ code, value }) => (code !== null && value > 0 ? [code] : []));
  const shown = view ?? boxAround(withValues) ?? "world";
  const { shapes, places } = outlinesOf(shown);
  const bounds = boundsOf(sorted.map(({ value }) => value));
  const drawn = sorted.flatMap(({ country, code, value }) => {
    if (code === null || value <= 0) return [];
    const [shape, at] = [shapes.get(code), places.get(code)];
    const told = `<title>${escapeText(`${country}: ${formatValue(value, format)}`)}</title>`;
    const style = `style="fill-opacity:${STEPS[stepOf(value, bounds)]};stroke:var(--ink)"`;
    if (shape !== undefined) return [{ dot: 0, at, value, markup: `<path d="${shape}" ${style}>${told}</path>` }];
    return at === undefined
      ? []
      : [
          {
            dot: 1,
            at,
            value,
            markup: `<circle cx="${round(at[0])}" cy="${round(at[1])}" r="${DOT}" ${style}>${told}</circle>`,
          },
        ];
  });
  const labels = labelsOf(
    drawn.flatMap(({ at, value, dot }) => (at === undefined ? [] : [{ at, value, dot: dot === 1 }])),
    format,
  );
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
      view: shown,
      told: sorted.slice(0, 5).map(({ country, value }) => `${country}: ${formatValue(value, format)}.`),
      shapes: `<g style="fill:var(--series-1);stroke-width:.5">${drawn.map(({ markup }) => markup).join("")}</g>`,
      over: labels + scaleOf({ bounds, highest: sorted[0]?.value ?? 0, format }),
    }),
    table: {
      head: ["Country", counts],
      rows: sorted.map(({ country, value }) => [country, formatValue(value, format)]),
      note: unplaced > 0 ? `${unplaced} of ${sorted.length} ${unplaced === 1 ? "is" : "are"} not on the map.` : null,
    },
    empty: rows.length === 0,
  };
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
  /** What keeps its size when the map has more room: numbers, the scale. */ over?: string;
  told: readonly string[];
};

function drawnWorld({
  id,
  title,
  note,
  view,
  shapes,
  over = "",
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
      `<svg width="100%" height="100%" viewBox="0 0 ${MAP_WIDTH} ${MAP_HEIGHT}"><path class="land" d="${land}"/>${borders === "" ? "" : `<path d="${borders}" style="fill:none;stroke:var(--line-strong);stroke-width:.5"/>`}${shapes}</svg>${over}`,
    legend: [],
    live: null,
  };
}
