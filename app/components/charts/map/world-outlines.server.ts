import { geoCentroid, geoPath, type GeoProjection } from "d3-geo";
import type { Box } from "./map-box.server";
import { shorten } from "./map-path.server";
import { boxOf, MAP_HEIGHT, MAP_WIDTH, projectionOf, type View } from "./map-projection.server";
import { centres, coarseOutlines, fineOutlines, polygonOf, type Rings } from "./outline-data.server";

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

/** A box lower than this, in degrees, shows the finer outlines; what is further away than this is left out there. */
const NEAR = 40;

const kept = new Map<string, Outlines>();
/** Each has some 40 kB. */
const MOST_KEPT = 40;

/** The outlines of a view, drawn at the first map of it and then kept, the latest ones. */
export function outlinesOf(view: View): Outlines {
  const key = String(view);
  const found = kept.get(key) ?? draw(view);
  kept.delete(key);
  kept.set(key, found);
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  return found;
}

function draw(view: View): Outlines {
  const box = boxOf(view);
  const fine = typeof view !== "string" && view[3] - view[1] < NEAR;
  const data = fine ? fineOutlines() : coarseOutlines();
  const seen = (part: Rings) => !fine || box === null || isNear(part, box);
  const projection = projectionOf(view);
  const path = geoPath(projection).digits(0);
  const shapes = new Map<string, string>();
  const places = new Map<string, [number, number]>();
  for (const { code, parts } of data.countries) {
    const shown = { type: "MultiPolygon" as const, coordinates: parts.filter(seen) };
    const outline = path.area(shown) < SMALLEST ? "" : shorten(path(shown) ?? "");
    if (outline !== "") shapes.set(code, outline);
  }
  for (const [code, centre] of centres()) {
    const at = projection([...centre]);
    if (at && at[0] >= 0 && at[0] <= MAP_WIDTH && at[1] >= 0 && at[1] <= MAP_HEIGHT) places.set(code, at);
  }
  const lived = data.land.filter(
    (part) => seen(part) && (view === "globe" || geoCentroid(polygonOf(part))[1] > NOBODY_LIVES),
  );
  return {
    projection,
    land: shorten(path({ type: "MultiPolygon", coordinates: lived }) ?? ""),
    // They would be a third of a map of everything.
    borders: view === "globe" || view === "world" ? "" : shorten(path(data.borders) ?? "", "line"),
    shapes,
    places,
  };
}

/** Whether any of it may be seen in a box; on the safe side, for the map shows some of what lies around it. */
function isNear([ring = []]: Rings, [west, south, east, north]: Box): boolean {
  const [lons, lats] = [ring.map(([lon = 0]) => lon), ring.map(([, lat = 0]) => lat)];
  const [low, high] = [Math.min(...lats), Math.max(...lats)];
  if (high < south - NEAR || low > north + NEAR) return false;
  const [from, to] = [Math.min(...lons), Math.max(...lons)];
  // Near a pole a map is many degrees wide.
  const reach = NEAR / Math.cos((Math.min(75, Math.max(Math.abs(south), Math.abs(north))) * Math.PI) / 180);
  return [-360, 0, 360].some((turn) => from + turn <= east + reach && to + turn >= west - reach);
}
