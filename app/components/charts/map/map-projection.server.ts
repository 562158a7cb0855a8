import { geoAzimuthalEqualArea, geoNaturalEarth1, type GeoProjection } from "d3-geo";
import type { Region } from "~/lib/analytics/countries/regions";
import type { Box } from "./map-box.server";

export const MAP_WIDTH = 640;
export const MAP_HEIGHT = 320;
const SIZE: [number, number] = [MAP_WIDTH, MAP_HEIGHT];

/** What a map shows: all of the globe, the lands that people live in, a part of them, or any box. */
export type View = "globe" | "world" | Region | Box;

const boxes: Record<"world" | Region, Box> = {
  world: [-179, -56, 179, 78],
  africa: [-20, -36, 55, 38],
  asia: [26, -11, 150, 56],
  europe: [-25, 34, 48, 71],
  "north-america": [-168, 7, -52, 72],
  "south-america": [-84, -56, -33, 13],
  oceania: [110, -48, 212, 12],
};

/** The box of a view; the globe has none. */
export const boxOf = (view: View): Box | null =>
  typeof view !== "string" ? view : view === "globe" ? null : boxes[view];

/** Wider boxes are bent too much by what shows smaller ones best. */
const WIDE = 100;
/** The edges of a box are curves on the map: so many points of each are made to fit. */
const POINTS = 8;

export function projectionOf(view: View): GeoProjection {
  const box = boxOf(view);
  if (box === null) return geoNaturalEarth1().fitSize(SIZE, { type: "Sphere" });
  const [west, south, east, north] = box;
  const shares = Array.from({ length: POINTS + 1 }, (_, n) => n / POINTS);
  const edges = shares.flatMap((x) => shares.map((y) => [west + (east - west) * x, south + (north - south) * y]));
  const [lon, lat] = [(west + east) / 2, (south + north) / 2];
  // Shapes of far north keep theirs where a map is turned to its middle.
  const turned =
    east - west > WIDE ? geoNaturalEarth1().rotate([-lon, 0]) : geoAzimuthalEqualArea().rotate([-lon, -lat]);
  return turned.fitSize(SIZE, { type: "MultiPoint", coordinates: edges }).clipExtent([[0, 0], SIZE]);
}
