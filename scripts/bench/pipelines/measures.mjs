// What pipelines cost: searches through stages beside the built-in route, many scripts at once, and calls that no
// pipeline answers. Each takes addresses of back ends that run already.
import { Agent } from "node:http";
import { headers, password } from "../console.mjs";
import { once, percentile } from "../load.mjs";

const WORDS = "amber basin cedar delta ember fjord grove haven inlet juniper".split(" ");
const DOCUMENTS = 20_000;
/** Requests of each kind before times count: until then what is called often is not compiled. */
const WARM = 400;
const SECOND = { ...headers, authorization: `Basic ${Buffer.from(`second:${password}`).toString("base64")}` };

const SCRIPT = `function handleRequest() {
  const body = JSON.parse(context.request.body);
  body.query[0].size = 10;
  return { request: { body: JSON.stringify(body) } };
}`;

async function call(url, { method = "POST", json, body = json && JSON.stringify(json), type = "application/json" }) {
  const answer = await fetch(url, { method, headers: { ...headers, "content-type": type }, body });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${url} answered ${answer.status}: ${text.slice(0, 300)}`);
  return text;
}

const searchOf = (n) =>
  JSON.stringify({
    query: [{ id: "s", dataField: ["name"], value: `${WORDS[n % 10]} ${WORDS[n % 7]}`, size: 10 }],
    settings: { recordAnalytics: false },
  });

const stage = (use, inputs) => ({ use, continueOnError: false, ...(inputs && { inputs }) });
// Words that no search has, so that each kind finds the same.
const FIVE = [
  stage("authorization"),
  stage("removeWords", { data: ["zebra"] }),
  stage("replaceWords", { data: { yucca: "yarrow" } }),
  stage("reactivesearchQuery"),
  stage("elasticsearchQuery"),
];
const WITH_SCRIPT = [FIVE[0], { id: "own", script: SCRIPT, continueOnError: false }, ...FIVE.slice(1)];

const pipelineOf = (id, stages) => ({
  id,
  enabled: true,
  description: `Pipeline ${id}`,
  routes: [{ path: `/${id}/_reactivesearch`, method: "POST", classify: { category: "reactivesearch" } }],
  envs: { index: ["shop"] },
  stages,
});

/** Creates a pipeline by its document. */
export const makePipeline = (url, id, stages = FIVE) =>
  call(`${url}/_pipeline`, { json: { content: JSON.stringify(pipelineOf(id, stages)), extension: "json" } });

/** Adds drafts to a pipeline until it has so many versions. */
export async function growVersions(url, id, count) {
  const content = JSON.stringify(pipelineOf(id, FIVE));
  for (let n = 1; n < count; n++)
    await call(`${url}/_pipeline/${id}/version`, { json: { content, extension: "json" } });
}

/** The documents that are searched, and a second admin: one caller may not have all scripts. */
export async function makeShop(url) {
  const lines = Array.from(
    { length: DOCUMENTS },
    (_, n) => `{"index":{"_id":"${n}"}}\n${JSON.stringify({ name: `${WORDS[n % 10]} ${WORDS[n % 9]} ${n}` })}\n`,
  );
  await call(`${url}/shop/_bulk?refresh=true`, { body: lines.join(""), type: "application/x-ndjson" });
  await call(`${url}/_user`, { json: { username: "second", password, is_admin: true } });
}

/**
 * Sends requests of several kinds in turns, so many of each, by one client: whatever else the machine does meets all of
 * them. `kinds` give the options of the nth request by name; the answer has p50 and p95 by the same names, in ms.
 */
export async function inTurns(kinds, { times, warm = WARM }) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const names = Object.keys(kinds);
  const took = Object.fromEntries(names.map((name) => [name, []]));
  for (let n = -warm; n < times; n++)
    for (let at = 0; at < names.length; at++) {
      // Each comes first as often as the others.
      const name = names[(at + n + warm) % names.length];
      const options = kinds[name](n + warm);
      const { status, milliseconds } = await once({ ...options, agent });
      if (status !== 200) throw new Error(`${options.url} answered ${status}`);
      if (n >= 0) took[name].push(milliseconds);
    }
  agent.destroy();
  return Object.fromEntries(
    names.map((name) => [name, { p50: percentile(took[name], 0.5), p95: percentile(took[name], 0.95) }]),
  );
}

/** The same search by the built-in route, by five stages, and by these with a script stage among them. */
export async function measureStages(url, { times, warm }) {
  await makePipeline(url, "five");
  await makePipeline(url, "scripted", WITH_SCRIPT);
  const hits = [];
  for (const index of ["shop", "five", "scripted"])
    hits.push(
      JSON.stringify(JSON.parse(await call(`${url}/${index}/_reactivesearch`, { body: searchOf(3) })).s.hits.hits),
    );
  if (new Set(hits).size !== 1) throw new Error("the pipelines find something else than the built-in route");
  const to = (index) => (n) => ({ url: `${url}/${index}/_reactivesearch`, method: "POST", headers, body: searchOf(n) });
  return inTurns({ plain: to("shop"), five: to("five"), scripted: to("scripted") }, { times, warm });
}

const STOP = /^searchdeck_backend_event_loop_stop_seconds ([\d.e+-]+)$/m;
/** The longest time in ms since the last reading in which the gateway gave nobody a turn, as it tells itself. */
async function longestStop(url) {
  const [, seconds] = STOP.exec(await (await fetch(`${url}/arc/metrics`)).text()) ?? [];
  if (seconds === undefined) throw new Error("the metrics tell nothing of the event loop");
  return Number(seconds) * 1000;
}

/** Many requests at once through a script stage, some rounds: what held the gateway longest in each, and the slowest answer. */
export async function measureAtOnce(url, { requests, rounds }) {
  const agent = new Agent({ keepAlive: true, maxSockets: requests });
  const one = async (n) => {
    const at = { url: `${url}/scripted/_reactivesearch`, method: "POST", body: searchOf(n), agent };
    const { status, milliseconds } = await once({ ...at, headers: n % 2 === 0 ? headers : SECOND });
    if (status !== 200) throw new Error(`one of ${requests} at once answered ${status}`);
    return milliseconds;
  };
  const all = () => Promise.all(Array.from({ length: requests }, (_, n) => one(n)));
  await all();
  const stops = [];
  const slowest = [];
  for (let round = 0; round < rounds; round++) {
    await longestStop(url);
    slowest.push(Math.max(...(await all())));
    stops.push(await longestStop(url));
  }
  agent.destroy();
  return { stop: { p50: percentile(stops, 0.5), most: Math.max(...stops) }, slowest: Math.max(...slowest) };
}

/**
 * What pipelines cost a call that none of them answers: two back ends in turns, first with the same few on both, then
 * with many on one of them. What differs the first time is no cost of pipelines and is taken off.
 */
export async function measureBeside({ url, bare, count, times, warm }) {
  const of = (at) => () => ({ url: `${at}/shop/_doc/7`, method: "GET", headers });
  const kinds = { many: of(url), none: of(bare) };
  const before = await inTurns(kinds, { times, warm });
  await count();
  const after = await inTurns(kinds, { times, warm });
  const cost = after.many.p50 - after.none.p50 - (before.many.p50 - before.none.p50);
  return { before, after, cost };
}
