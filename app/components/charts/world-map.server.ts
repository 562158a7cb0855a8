import { createRequire } from "node:module";
import { geoCentroid, geoNaturalEarth1, geoPath, type GeoProjection } from "d3-geo";
import { feature } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import * as z from "zod";
import { formatValue } from "./format";
import { escapeText } from "./markup";
import { round } from "./svg.server";
import type { DrawnChart, ValueFormat } from "./types";

const WIDTH = 640;
const HEIGHT = 311;
const LARGEST_DOT = 18;

// Natural Earth's outlines, in the public domain, as the package ships them.
const TopologySchema = z.custom<Topology<{ countries: GeometryCollection<{ name: string }>; land: GeometryCollection }>>(
  (value) => typeof value === "object" && value !== null && "objects" in value,
);

type World = {
  projection: GeoProjection;
  land: string;
  /** Where a country's dot stands, by its name in small letters. */ places: Map<string, [number, number]>;
};
let world: World | undefined;

/** Read at the first map, then kept: a path of some 12 kB. */
function theWorld(): World {
  if (world) return world;
  const topology = TopologySchema.parse(createRequire(import.meta.url)("world-atlas/countries-110m.json"));
  const projection = geoNaturalEarth1().fitSize([WIDTH, HEIGHT], { type: "Sphere" });
  const places = new Map<string, [number, number]>();
  for (const country of feature(topology, topology.objects.countries).features) {
    const at = projection(geoCentroid(country));
    if (at) places.set(country.properties.name.toLowerCase(), at);
  }
  const path = geoPath(projection).digits(0)(feature(topology, topology.objects.land));
  world = { projection, land: shorten(path ?? ""), places };
  return world;
}

/** The path in steps from point to point, without those that fall together on the grid of pixels. */
function shorten(path: string): string {
  const rings = path.split("M").slice(1);
  return rings
    .map((ring) => {
      let [x, y] = [0, 0];
      const steps = ring
        .replace("Z", "")
        .split("L")
        .flatMap((point, n) => {
          const [nextX = 0, nextY = 0] = point.split(",").map(Number);
          const [byX, byY] = [nextX - x, nextY - y];
          if (n > 0 && byX === 0 && byY === 0) return [];
          [x, y] = [nextX, nextY];
          return [`${byX}${byY < 0 ? "" : " "}${byY}`];
        });
      return steps.length < 3 ? "" : `M${steps[0]}l${steps.slice(1).join(" ")}z`;
    })
    .join("");
}

// Names that back ends use, and those of the outlines.
const otherNames: Record<string, string> = {
  "united states": "united states of america",
  usa: "united states of america",
  uk: "united kingdom",
  "russian federation": "russia",
  "czech republic": "czechia",
  "korea, republic of": "south korea",
  "viet nam": "vietnam",
};

type WorldMap = {
  id: string;
  title: string;
  note?: string;
  rows: readonly { country: string; value: number }[];
  format: ValueFormat;
};

/** Dots on the world, their area by the value. Countries that the outlines do not know stand in the table alone. */
export function drawWorldMap({ id, title, note = "", rows, format }: WorldMap): DrawnChart {
  const { places } = theWorld();
  const sorted = [...rows].sort((a, b) => b.value - a.value);
  const highest = sorted[0]?.value ?? 0;
  const placed = sorted.flatMap(({ country, value }) => {
    const name = country.toLowerCase();
    const at = places.get(otherNames[name] ?? name);
    return at && value > 0 ? [{ country, value, at }] : [];
  });
  const dots = placed.map(({ country, value, at: [x, y] }) => {
    const size = Math.max(3, Math.sqrt(value / highest) * LARGEST_DOT);
    return `<circle cx="${round(x)}" cy="${round(y)}" r="${round(size)}"><title>${escapeText(`${country}: ${formatValue(value, format)}`)}</title></circle>`;
  });
  const first = sorted.slice(0, 5).map(({ country, value }) => `${country}: ${formatValue(value, format)}.`);
  return {
    ...drawnWorld({ id, title, note, dots, told: first }),
    table: {
      head: ["Country", title],
      rows: sorted.map(({ country, value }) => [country, formatValue(value, format)]),
      note: placed.length < sorted.length ? `${sorted.length - placed.length} of ${sorted.length} are not on the map.` : null,
    },
    empty: rows.length === 0,
  };
}

type PointMap = { id: string; title: string; points: readonly { label: string; lat: number; lon: number }[] };

/** Dots on the world where they lie, each with its label. */
export function drawPointMap({ id, title, points }: PointMap): DrawnChart {
  const { projection } = theWorld();
  const dots = points.flatMap(({ label, lat, lon }) => {
    const [x, y] = projection([lon, lat]) ?? [];
    return x === undefined || y === undefined ? [] : [`<circle cx="${round(x)}" cy="${round(y)}" r="4"><title>${escapeText(label)}</title></circle>`];
  });
  return {
    ...drawnWorld({ id, title, note: "", dots, told: points.slice(0, 5).map(({ label }) => `${label}.`) }),
    table: { head: ["Point", "Latitude", "Longitude"], rows: points.map(({ label, lat, lon }) => [label, String(lat), String(lon)]), note: null },
    empty: points.length === 0,
  };
}

type DrawnWorld = { id: string; title: string; note: string; dots: readonly string[]; told: readonly string[] };

function drawnWorld({ id, title, note, dots, told }: DrawnWorld): Omit<DrawnChart, "table" | "empty"> {
  return {
    id,
    title,
    note,
    height: HEIGHT,
    svg:
      `<title id="${id}-t">${escapeText(title)}</title><desc id="${id}-d">${escapeText(told.join(" ") || "No values.")}</desc>` +
      `<svg width="100%" height="100%" viewBox="0 0 ${WIDTH} ${HEIGHT}"><path class="land" d="${theWorld().land}"/><g class="dots">${dots.join("")}</g></svg>`,
    legend: [],
    live: null,
  };
}
