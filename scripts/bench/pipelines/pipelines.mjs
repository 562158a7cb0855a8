// The part of docs/reference/benchmarks.md about pipelines: `npm run bench -- --only pipelines`.
import { password, startBoth } from "../console.mjs";
import { load } from "../load.mjs";
import { startProgram } from "../processes.mjs";
import { growVersions, makePipeline, makeShop, measureAtOnce, measureBeside, measureStages } from "./measures.mjs";

const TIMES = 2_000;
const AT_ONCE = 100;
const ROUNDS = 10;
const ON_PAGE = 200;
const MANY = 500;
const MOST = { stages: 5, script: 2, page: 150, stop: 50, outside: 0.1 };

const pair = ({ p50, p95 }) => `${p50.toFixed(1)} / ${p95.toFixed(1)}`;
const exact = ({ p50, p95 }) => `${p50.toFixed(2)} / ${p95.toFixed(2)}`;
const goal = (value, most, digits = 1) => `${value.toFixed(digits)}, ${value <= most ? "held" : "missed"}`;

/** Creates pipelines that answer paths of their own, from one number up to another. */
async function makeMany(url, from, to) {
  for (let n = from; n < to; n++) await makePipeline(url, `shop-${n}`);
}

async function pagesOf({ address, cookie }, seconds) {
  const pages = { list: "/cluster/pipelines", versions: "/cluster/pipelines/shop-0/versions" };
  const rows = {};
  for (const [name, path] of Object.entries(pages)) {
    const next = () => ({ url: `${address}${path}`, headers: { Cookie: cookie } });
    await load({ clients: 1, seconds: 4, next });
    rows[name] = await load({ clients: 1, seconds, next });
  }
  return rows;
}

/** Measures on two back ends, one of them with a console. */
async function benchPipelines({ dataDir, seconds }) {
  const both = await startBoth({ dataDir: `${dataDir}/pipelines` });
  const url = both.searchUrl;
  try {
    await makeShop(url);
    const stages = await measureStages(url, { times: TIMES });
    const atOnce = await measureAtOnce(url, { requests: AT_ONCE, rounds: ROUNDS });
    await makeMany(url, 0, ON_PAGE - 2);
    await growVersions(url, "shop-0", ON_PAGE);
    const pages = await pagesOf(both, seconds);
    return { stages, atOnce, pages, beside: await besideMany(dataDir) };
  } finally {
    await both.stop();
  }
}

async function besideMany(dataDir) {
  const env = { BACKEND_PORT: "0", ADMIN_PASSWORD: password };
  const started = [];
  try {
    for (const name of ["many", "none"])
      started.push(await startProgram({ file: "dist/backend.js", env: { ...env, DATA_DIR: `${dataDir}/${name}` } }));
    const [url, bare] = started.map(({ message }) => `http://127.0.0.1:${message.port}`);
    for (const one of [url, bare]) await makeShop(one);
    return await measureBeside({ url, bare, times: 2 * TIMES, count: () => makeMany(url, 0, MANY) });
  } finally {
    for (const { stop } of started) await stop();
  }
}

/** The section of the page. */
export async function pipelinesSection({ dataDir, seconds, at, others }) {
  const { stages, atOnce, pages, beside } = await benchPipelines({ dataDir, seconds });
  const added = stages.five.p50 - stages.plain.p50;
  const script = stages.scripted.p50 - stages.five.p50;
  return `## Pipelines

${at}. Over HTTP, one client where nothing else is said (load average ${others.toFixed(1)}). The same search over 20,000 documents in turns, ${TIMES.toLocaleString("en")} times each: by the built-in route, by five stages
(\`authorization\`, \`removeWords\`, \`replaceWords\`, \`reactivesearchQuery\`, \`elasticsearchQuery\`), and by these with a script that rewrites the body.

| work | p50 / p95 ms |
|---|---|
| search by the built-in route | ${exact(stages.plain)} |
| search by five stages | ${exact(stages.five)} |
| search by five stages and a script | ${exact(stages.scripted)} |
| list of ${ON_PAGE} pipelines, one of them with ${ON_PAGE} versions | ${pair(pages.list)} |
| versions of that one | ${pair(pages.versions)} |
| document by its ID, no pipelines | ${exact(beside.after.none)} |
| document by its ID beside ${MANY} pipelines | ${exact(beside.after.many)} |

${AT_ONCE} requests at once through the script stage, ${ROUNDS} rounds: the longest time in which the gateway gave nobody else a turn, as \`/arc/metrics\` tells it, was ${atOnce.stop.p50.toFixed(0)} ms in the middle and ${atOnce.stop.most.toFixed(0)} ms at most; the
slowest answer came after ${atOnce.slowest.toFixed(0)} ms.

Goals at p50: five stages add at most ${MOST.stages} ms (${goal(added, MOST.stages, 2)}), a script stage ${MOST.script} ms (${goal(script, MOST.script, 2)}), the list takes ${MOST.page} ms (${goal(pages.list.p50, MOST.page)}), ${MANY} pipelines cost a call outside them ${MOST.outside} ms
(${goal(beside.cost, MOST.outside, 3)}; what the two back ends differ by without pipelines is taken off); ${AT_ONCE} scripts at once stop the gateway for less than ${MOST.stop} ms (${goal(atOnce.stop.most, MOST.stop, 0)}).`;
}
