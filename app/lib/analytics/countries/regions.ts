/** The parts of the world that a map can show. Shared with the browser: their countries are in `countries.server`. */
export const regions = ["africa", "asia", "europe", "north-america", "south-america", "oceania"] as const;
export type Region = (typeof regions)[number];

/** What the address of a map may ask for: a part of the world, or all of it; without it the map fits its data. */
export const views = ["world", ...regions] as const;

export const regionNames: Record<Region, string> = {
  africa: "Africa",
  asia: "Asia",
  europe: "Europe",
  "north-america": "North America",
  "south-america": "South America",
  oceania: "Oceania",
};
