import * as z from "zod";

const named = z
  .object({ names: z.object({ en: z.string().min(1) }) })
  .optional()
  .catch(undefined);
const DataSchema = z.object({
  country: named,
  city: named,
  location: z
    .object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) })
    .optional()
    .catch(undefined),
});

/** Where an address is, as records keep it: English names, and `lat, lon`. Nothing of what nobody knows. */
export type Place = { country?: string; city?: string; location?: string };

/** What an entry of a data file says. Files of other makers hold less, or something else. */
export function placeOf(data: unknown): Place {
  const { data: known } = DataSchema.safeParse(data);
  const { country, city, location } = known ?? {};
  return {
    ...(country ? { country: country.names.en } : {}),
    ...(city ? { city: city.names.en } : {}),
    ...(location ? { location: `${location.latitude}, ${location.longitude}` } : {}),
  };
}
