import { createRequire } from "node:module";
import { geoArea, geoCentroid, type GeoGeometryObjects } from "d3-geo";
import { feature, mesh } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import * as z from "zod";
import { findCountry } from "~/lib/analytics/countries/countries.server";

// Natural Earth's outlines, in the public domain, as the package ships them.
const TopologySchema = z.custom<
  Topology<{ countries: GeometryCollection<{ name: string }>; land: GeometryCollection }>
>((value) => typeof value === "object" && value !== null && "objects" in value);

/** The places of one polygon: its outer ring, then its holes. */
export type Rings = number[][][];

export type CountryOutline = { code: string; parts: Rings[] };
export type OutlineData = {
  countries: CountryOutline[];
  land: Rings[];
  /** Between countries. */ borders: ReturnType<typeof mesh>;
};

const kept = new Map<string, OutlineData>();

/** Two measures of the same outlines, read when they are wanted: small countries are in the finer ones alone. */
export const coarseOutlines = () =>
  keptAs("coarse", () => createRequire(import.meta.url)("world-atlas/countries-110m.json"));
export const fineOutlines = () =>
  keptAs("fine", () => createRequire(import.meta.url)("world-atlas/countries-50m.json"));

function keptAs(measure: string, read: () => unknown): OutlineData {
  const found = kept.get(measure) ?? parse(read());
  kept.set(measure, found);
  return found;
}

function parse(file: unknown): OutlineData {
  const topology = TopologySchema.parse(file);
  return {
    countries: feature(topology, topology.objects.countries).features.flatMap((one) => {
      const country = findCountry(String(one.id ?? one.properties.name));
      return country ? [{ code: country.code, parts: partsOf(one.geometry) }] : [];
    }),
    land: feature(topology, topology.objects.land).features.flatMap((one) => partsOf(one.geometry)),
    borders: mesh(topology, topology.objects.countries, (one, other) => one !== other),
  };
}

function partsOf(geometry: GeoGeometryObjects): Rings[] {
  if (geometry.type === "MultiPolygon") return geometry.coordinates;
  return geometry.type === "Polygon" ? [geometry.coordinates] : [];
}

let middles: ReadonlyMap<string, readonly [number, number]> | undefined;

/**
 * The middle of every country, of its largest part where it has several. The finer outlines are asked for the small
 * countries, which the others leave out.
 */
export function centres(): ReadonlyMap<string, readonly [number, number]> {
  if (middles) return middles;
  const found = new Map<string, [number, number]>();
  for (const read of [coarseOutlines, fineOutlines]) {
    const missing = read().countries.filter(({ code }) => !found.has(code));
    for (const { code, parts } of missing) found.set(code, geoCentroid(polygonOf(largestPart(parts))));
  }
  middles = found;
  return middles;
}

export const polygonOf = (rings: Rings) => ({ type: "Polygon" as const, coordinates: rings });

export function largestPart(parts: readonly Rings[]): Rings {
  const areas = parts.map((part) => geoArea(polygonOf(part)));
  return parts[areas.indexOf(Math.max(...areas))] ?? [];
}
