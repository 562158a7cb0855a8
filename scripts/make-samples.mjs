// Packs the sample data set that the import screen offers. vega-datasets is 42 MB and belongs to the tests; only this file is shipped.
import { readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const from = new URL("../node_modules/vega-datasets/data/movies.json", import.meta.url);
const to = new URL("../samples/movies.json.gz", import.meta.url);
const packed = gzipSync(readFileSync(from), { level: 9 });
// No time stamp and no operating system in the head: the same input gives the same bytes everywhere.
packed.fill(0, 4, 8);
packed[9] = 255;
writeFileSync(to, packed);
