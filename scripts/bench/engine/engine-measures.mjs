// What is measured of an engine over HTTP, the same for ours and for a real one. Each measure takes the engine's
// address and gives figures.
import { bulkBodies, cities as readCities, films as readFilms, searches } from "./engine-work.mjs";
import { load, once } from "../load.mjs";
import { filmsIndex } from "./template.mjs";

const json = { "content-type": "application/json" };
const ndjson = { "content-type": "application/x-ndjson" };
const PAGE = 2000;

async function call({ url, method = "POST", headers = json, body }) {
  const answer = await fetch(url, { method, headers, body });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${(await answer.text()).slice(0, 300)}`);
  return answer.json();
}

/**
 * Sends documents in batches over two connections and makes them visible; documents per second until the last was
 * acknowledged.
 */
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
  await call({ url: `${url}/${index}/_refresh` });
  return { rate };
}

/** Reads every document by scroll; documents per second. */
async function exportAll({ url, index }) {
  const began = performance.now();
  let page = await call({
    url: `${url}/${index}/_search?scroll=1m`,
    body: JSON.stringify({ size: PAGE, sort: ["_doc"] }),
  });
  let read = 0;
  while (page.hits.hits.length > 0) {
    read += page.hits.hits.length;
    page = await call({
      url: `${url}/_search/scroll`,
      body: JSON.stringify({ scroll: "1m", scroll_id: page._scroll_id }),
    });
  }
  await call({ url: `${url}/_search/scroll`, method: "DELETE", body: JSON.stringify({ scroll_id: page._scroll_id }) });
  return { rate: read / ((performance.now() - began) / 1000) };
}

const search = ({ url, one, n }) => ({
  url: `${url}/${one.index}/_search`,
  method: "POST",
  headers: json,
  body: JSON.stringify(one.body(n)),
});

/** How far each engine has counted: no number comes twice, or a cache would answer. */
const counts = new Map();
function counting({ url, next }) {
  return () => {
    const count = counts.get(url) ?? 0;
    counts.set(url, count + 1);
    return next(count);
  };
}

/** One client for some seconds, after a second of warming up. */
async function timed({ url, seconds, next }) {
  const following = counting({ url, next });
  await load({ clients: 1, seconds: 1, next: following });
  return load({ clients: 1, seconds, next: following });
}

/**
 * Rounds of one measure at most, and how near the last three have to be to each other for the engine to count as warm.
 */
const MOST_ROUNDS = 12;
const STILL = 0.05;
const LAST = 3;

/** What a round shows: the rate, or the time of half of the calls. */
const shown = ({ unit, result }) => (unit === "ms" ? result.p50 : result.rate);

/** The last rounds, the middle one of them in the middle. */
const lastOf = ({ unit, results }) =>
  results.slice(-LAST).sort((a, b) => shown({ unit, result: a }) - shown({ unit, result: b }));

function isStill({ unit, results }) {
  if (results.length < LAST) return false;
  const [least, , most] = lastOf({ unit, results }).map((result) => shown({ unit, result }));
  return most - least <= least * STILL;
}

/**
 * Runs a measure on several engines in turns until the figures of each stand still, and gives the middle one of the
 * last three of each: others may disturb one round. A Java engine compiles what it runs often, over minutes: asked cold
 * it is several times slower than it is on a server that has been up for a day.
 */
export async function untilStill({ measure: { unit, run }, urls, seconds }) {
  const all = urls.map(() => []);
  for (let round = 0; round < MOST_ROUNDS && !all.every((results) => isStill({ unit, results })); round++)
    for (const [at, url] of urls.entries()) all[at].push(await run({ url, seconds }));
  return all.map((results) => lastOf({ unit, results })[1]);
}

/**
 * The measures in their order, which matters: the first fill the indices. Each has `work`, `unit` ("ms": p50 and p95,
 * less is better; "rate": a second, more is better) and `run({ url, seconds })`.
 */
export function engineMeasures() {
  const films = readFilms();
  const cities = readCities();
  const update = (url, n) => ({
    url: `${url}/cities/_update/${(n * 7919) % cities.length}`,
    method: "POST",
    headers: json,
    body: `{"doc":{"touched":${n}}}`,
  });
  const small = JSON.stringify({ settings: { number_of_shards: 1, number_of_replicas: 0 } });
  return [
    {
      work: "indexing cities, batches of 1,000, two connections, durable",
      unit: "rate",
      run: async ({ url }) => {
        await once({ url: `${url}/cities`, method: "DELETE" });
        await call({ url: `${url}/cities`, method: "PUT", body: small });
        return indexAll({ url, index: "cities", documents: cities });
      },
    },
    {
      work: "indexing films, the template's sub-fields",
      unit: "rate",
      run: async ({ url }) => {
        await once({ url: `${url}/films`, method: "DELETE" });
        await call({ url: `${url}/films`, method: "PUT", body: await filmsIndex() });
        return indexAll({ url, index: "films", documents: films });
      },
    },
    ...searches.map((one) => ({
      work: one.work,
      unit: "ms",
      run: ({ url, seconds }) => timed({ url, seconds, next: (n) => search({ url, one, n }) }),
    })),
    {
      work: "get by id",
      unit: "ms",
      run: ({ url, seconds }) =>
        timed({ url, seconds, next: (n) => ({ url: `${url}/cities/_doc/${n % cities.length}` }) }),
    },
    { work: "export of all cities by scroll", unit: "rate", run: ({ url }) => exportAll({ url, index: "cities" }) },
    {
      work: "update by id, durable",
      unit: "ms",
      run: ({ url, seconds }) => timed({ url, seconds, next: (n) => update(url, n) }),
    },
    {
      work: "eight mixed searches at once",
      unit: "rate",
      run: ({ url, seconds }) =>
        load({ clients: 8, seconds, next: counting({ url, next: (n) => search({ url, one: searches[n % 5], n }) }) }),
    },
  ];
}
