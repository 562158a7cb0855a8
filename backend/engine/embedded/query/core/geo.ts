import type { Point } from "../types";

/** Mean radius of the earth in metres that Lucene takes. */
const RADIUS = 6_371_008.7714;
const DEGREE = Math.PI / 180;

/**
 * The same as Lucene counts it where distances are scores: what is nearer than a few centimetres is in the same place.
 */
export function roughDistanceInMetres(from: Point, to: Point): number {
  const part = (degrees: number) => 1 - Math.cos(degrees * DEGREE);
  const h = part(from.lat - to.lat) + Math.cos(from.lat * DEGREE) * Math.cos(to.lat * DEGREE) * part(from.lon - to.lon);
  return 2 * RADIUS * Math.asin(Math.min(1, Math.sqrt(h * 0.5)));
}

/** Great-circle distance in metres by the haversine formula. */
export function distanceInMetres(from: Point, to: Point): number {
  const latitude = Math.sin(((to.lat - from.lat) * DEGREE) / 2);
  const longitude = Math.sin(((to.lon - from.lon) * DEGREE) / 2);
  const h = latitude * latitude + Math.cos(from.lat * DEGREE) * Math.cos(to.lat * DEGREE) * longitude * longitude;
  return 2 * RADIUS * Math.asin(Math.min(1, Math.sqrt(h)));
}
