import { createRequire } from "node:module";
import { geoArea, geoCentroid, geoNaturalEarth1, geoPath, type GeoProjection } from "d3-geo";
import { feature, mesh } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import * as z from "zod";
import { findCountry } from "~/lib/analytics/countries/countries.server";
import type { Region } from "~/lib/analytics/countries/regions";

export const MAP_WIDTH = 640;
export const MAP_HEIGHT = 320;

// Natural Earth's outlines, in the public domain, as the package ships them.
const TopologySchema = z.custom<
  Topology<{ countries: GeometryCollection<{ name: string }>; land: GeometryCollection }>
>((value) => typeof value === "object" && value !== null && "objects" in value);

/** What a map shows: all of the globe, the lands that people live in, or a part of them. */
export type View = "globe" | "world" | Region;

/** West, south, east, north. What lies beyond the date line goes on counting. */
const boxes: Record<Exclude<View, "globe">, [west: number, south: number, east: number, north: number]> = {
  world: [-179, -56, 179, 78],
  africa: [-20, -36, 55, 38],
  asia: [26, -11, 150, 56],
  europe: [-25, 34, 48, 71],
  "north-america": [-168, 7, -52, 72],
  "south-america": [-84, -56, -33, 13],
  oceania: [110, -48, 212, 12],
};

type Outlines = {
  projection: GeoProjection;
  land: string;
  /** Between countries. */ borders: string;
  /** Outlines of countries by their codes. */ shapes: ReadonlyMap<string, string>;
  /** Where each country lies, also those too small for an outline. */ places: ReadonlyMap<string, [number, number]>;
};

/** A country that takes less room than this, in square pixels of the map, cannot be seen by its outline. */
const SMALLEST = 12;

/** South of this degree there are no countries. */
const NOBODY_LIVES = -60;

const kept = new Map<View, Outlines>();

/** The outlines of a view, drawn at the first map of it and then kept: some 40 kB each. */
export function outlinesOf(view: View): Outlines {
  const found = kept.get(view) ?? draw(view);
  kept.set(view, found);
  return found;
}

/** Two measures of the same outlines, read when they are wanted. */
const readCoarse = () => TopologySchema.parse(createRequire(import.meta.url)("world-atlas/countries-110m.json"));
const readFine = () => TopologySchema.parse(createRequire(import.meta.url)("world-atlas/countries-50m.json"));

type Geometry = ReturnType<typeof countriesOf>[number]["one"]["geometry"];

function countriesOf(topology: ReturnType<typeof readCoarse>) {
  return feature(topology, topology.objects.countries).features.flatMap((one) => {
    const country = findCountry(String(one.id ?? one.properties.name));
    return country ? [{ code: country.code, region: country.region, one }] : [];
  });
}

function draw(view: View): Outlines {
  const topology = readCoarse();
  const projection = projectionOf(view);
  const path = geoPath(projection).digits(0);
  const shapes = new Map<string, string>();
  const places = new Map<string, [number, number]>();
  for (const { code, one } of countriesOf(topology)) {
    const outline = path.area(one) < SMALLEST ? "" : shorten(path(one) ?? "");
    if (outline !== "") shapes.set(code, outline);
  }
  for (const [code, centre] of centres()) {
    const at = projection([...centre]);
    if (at && at[0] >= 0 && at[0] <= MAP_WIDTH && at[1] >= 0 && at[1] <= MAP_HEIGHT) places.set(code, at);
  }
  const land = feature(topology, topology.objects.land).features.flatMap((one) =>
    one.geometry.type === "MultiPolygon" ? one.geometry.coordinates : [],
  );
  const lived = land.filter(
    (coordinates) => view === "globe" || geoCentroid({ type: "Polygon", coordinates })[1] > NOBODY_LIVES,
  );
  const borders = mesh(topology, topology.objects.countries, (one, other) => one !== other);
  return {
    projection,
    land: shorten(path({ type: "MultiPolygon", coordinates: lived }) ?? ""),
    // They would be a third of a map of everything.
    borders: view === "globe" || view === "world" ? "" : shorten(path(borders) ?? "", "line"),
    shapes,
    places,
  };
}

function projectionOf(view: View): GeoProjection {
  const size: [number, number] = [MAP_WIDTH, MAP_HEIGHT];
  if (view === "globe") return geoNaturalEarth1().fitSize(size, { type: "Sphere" });
  const [west, south, east, north] = boxes[view];
  const middle = (west + east) / 2;
  const corners = [west, middle, east].flatMap((lon) => [south, (south + north) / 2, north].map((lat) => [lon, lat]));
  return geoNaturalEarth1()
    .rotate([-middle, 0])
    .fitSize(size, { type: "MultiPoint", coordinates: corners })
    .clipExtent([[0, 0], size]);
}

let middles: ReadonlyMap<string, readonly [number, number]> | undefined;

/**
 * The middle of every country, of its largest part where it has several. The finer outlines are asked for the small
 * countries, which the others leave out.
 */
function centres() {
  if (middles) return middles;
  const found = new Map<string, [number, number]>();
  for (const read of [readCoarse, readFine]) {
    const missing = countriesOf(read()).filter(({ code }) => !found.has(code));
    for (const { code, one } of missing) found.set(code, geoCentroid(largestPart(one.geometry)));
  }
  middles = found;
  return middles;
}

function largestPart(geometry: Geometry): Geometry {
  if (geometry.type !== "MultiPolygon") return geometry;
  const parts = geometry.coordinates.map((coordinates) => ({ type: "Polygon" as const, coordinates }));
  const areas = parts.map((part) => geoArea(part));
  return parts[areas.indexOf(Math.max(...areas))] ?? geometry;
}

/** The path in steps from point to point, without those that fall together on the grid of pixels. */
function shorten(path: string, kind: "area" | "line" = "area"): string {
  const [fewest, end] = kind === "area" ? [3, "z"] : [2, ""];
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
      return steps.length < fewest ? "" : `M${steps[0]}l${steps.slice(1).join(" ")}${end}`;
    })
    .join("");
}
