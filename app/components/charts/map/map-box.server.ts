import { geoArea, geoBounds } from "d3-geo";
import { centres, coarseOutlines, largestPart, polygonOf, type Rings } from "./outline-data.server";

/** West, south, east, north. What lies beyond the date line goes on counting: 170 to 190. */
export type Box = readonly [west: number, south: number, east: number, north: number];

/** What stays free around the countries, as a share of what they take, and in degrees at least. */
const MARGIN = 0.06;
const LEAST_MARGIN = 1;
/** A small country is seen among its neighbours. */
export const SMALLEST_BOX = 14;
/** Countries further apart than this are seen on a map of the world. */
export const WIDEST_BOX = 200;
const [SOUTHMOST, NORTHMOST] = [-58, 84];
/** Boxes begin and end at such degrees, so that neighbouring ones are one drawing. */
const GRID = 2;
/** Another part of a country counts where it has this share of the largest one: the islands of New Zealand. */
const LARGE = 0.25;

const bodies = new Map<string, Box | null>();

/**
 * Where a country lies, without what is far from the rest of it: France without Guiana. A point where it is too small
 * for an outline; null for one that no map has.
 */
export function bodyOf(code: string): Box | null {
  const found = bodies.get(code);
  if (found !== undefined) return found;
  const parts = coarseOutlines().countries.find((one) => one.code === code)?.parts;
  const centre = centres().get(code);
  const body = parts ? boxOfParts(parts) : centre ? ([centre[0], centre[1], centre[0], centre[1]] as const) : null;
  bodies.set(code, body);
  return body;
}

function boxOfParts(parts: readonly Rings[]): Box {
  const largest = largestPart(parts);
  const [own, area] = [boundsOf(largest), geoArea(polygonOf(largest))];
  const [west, south, east, north] = own;
  const [wide, high] = [(east - west) / 2, (north - south) / 2];
  const near = (box: Box) => {
    const from = after(box[0], west - wide);
    return from + box[2] - box[0] <= east + wide && box[1] >= south - high && box[3] <= north + high;
  };
  const boxes = parts
    .map((part) => ({ box: boundsOf(part), large: geoArea(polygonOf(part)) >= area * LARGE }))
    .filter(({ box, large }) => large || near(box))
    .map(({ box }) => box);
  return unionOf(boxes);
}

function boundsOf(part: Rings): Box {
  const [[west, south], [east, north]] = geoBounds(polygonOf(part));
  return [west, south, after(east, west), north];
}

/** The same longitude, at or east of another one. */
const after = (longitude: number, other: number) => longitude + 360 * Math.ceil((other - longitude) / 360);

/** The smallest box around all of them: what it leaves out is the widest gap on the way around the globe. */
function unionOf(boxes: readonly Box[]): Box {
  const sorted = boxes
    .map(([west, south, east, north]): Box => {
      const from = after(west, -180);
      return [from, south, from + east - west, north];
    })
    .sort((a, b) => a[0] - b[0]);
  // Once around: the gap before the first box begins where the easternmost one ends.
  let [end, gap, start] = [Math.max(...sorted.map(([, , east]) => east)) - 360, 0, sorted[0]?.[0] ?? 0];
  for (const [west, , east] of sorted) {
    if (west - end > gap) [gap, start] = [west - end, west];
    end = Math.max(end, east);
  }
  return [start, Math.min(...boxes.map((box) => box[1])), start + 360 - gap, Math.max(...boxes.map((box) => box[3]))];
}

/**
 * The part of the world to show so that countries are seen as large as they can be, with what lies around them; null
 * where that is the world, or where no map has any of them.
 */
export function boxAround(codes: readonly string[]): Box | null {
  const found = codes.map(bodyOf).filter((body) => body !== null);
  if (found.length === 0) return null;
  const [west, south, east, north] = unionOf(found);
  const [x, y] = [marginOf(east - west), marginOf(north - south)];
  const [left, right] = snapped(...widened(west - x, east + x));
  if (right - left > WIDEST_BOX) return null;
  const [low, high] = snapped(...widened(south - y, north + y));
  return [left, Math.max(low, SOUTHMOST), right, Math.min(high, NORTHMOST)];
}

const marginOf = (span: number) => Math.max(LEAST_MARGIN, span * MARGIN);
const snapped = (from: number, to: number) => [Math.floor(from / GRID) * GRID, Math.ceil(to / GRID) * GRID] as const;

function widened(from: number, to: number): [number, number] {
  const missing = Math.max(0, SMALLEST_BOX - (to - from)) / 2;
  return [from - missing, to + missing];
}
