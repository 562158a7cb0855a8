// 22 clients at once: searches, bulks and the console's own pages, for a while. Then everything that was acknowledged
// is looked for.
import { setTimeout as pause } from "node:timers/promises";
import { percentile } from "../load.mjs";
import { headers, startBoth } from "../console.mjs";
import { memoryOf } from "../processes.mjs";

const clients = { searches: 14, bulks: 4, pages: 4 };
/** Documents of a bulk, and ms between two bulks of a client: what a busy shop writes, not a first import. */
const PER_BULK = 50;
const BULK_PAUSE = 250;
const words =
  "red blue large small wool cotton winter summer light heavy soft warm city mountain river coat shoe hat glove scarf".split(
    " ",
  );
const pick = (n) => words[n % words.length];

async function call(url, { method = "GET", path, body }) {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
  });
  return { status: answer.status, text: await answer.text() };
}

function bulkBody(client, round) {
  const rows = Array.from({ length: PER_BULK }, (_, at) => {
    const n = round * PER_BULK + at;
    return `{"index":{"_id":"${client}-${n}"}}\n${JSON.stringify({ title: `${pick(n)} ${pick(n * 7 + 3)} ${pick(n * 13 + 5)}`, kind: pick(n), price: n % 400, stock: n % 17 })}`;
  });
  return `${rows.join("\n")}\n`;
}

function searchOf(n) {
  const text = { id: "found", type: "search", dataField: ["title"], value: `${pick(n)} ${pick(n * 3 + 1)}`, size: 10 };
  const facet = { id: "kinds", type: "term", dataField: ["kind.keyword"], react: { and: "found" } };
  return JSON.stringify({ query: n % 3 === 0 ? [text, facet] : [text] });
}

/** How many documents the back end holds. */
async function countOf(url, path) {
  return JSON.parse((await call(url, { path })).text).count;
}

/** Runs it for `seconds`. Returns times in ms, counts, what is missing at the end, memory in MB. */
export async function benchUnderLoad({ dataDir, seconds }) {
  const { backend, console_, searchUrl: url, address, cookie, stop } = await startBoth({ dataDir: `${dataDir}/load` });
  try {
    for (let client = 0; client < clients.bulks; client++)
      await call(url, { method: "POST", path: "/shop/_bulk", body: bulkBody(`seed${client}`, 0) });
    const logged = await countOf(url, "/.logs/_count");
    const pages = ["/cluster", "/app/shop", "/app/shop/browse", "/app/shop/search-preview?q=red"];
    for (const path of pages) await fetch(`${address}${path}`, { headers: { Cookie: cookie } });
    await pause(1_000);
    const times = { searches: [], bulks: [], pages: [] };
    const byPage = new Map(pages.map((path) => [path, []]));
    const failed = [];
    let acknowledged = clients.bulks * PER_BULK;
    const memoryBegin = { backend: memoryOf(backend.pid)?.now ?? 0, console: memoryOf(console_.pid)?.now ?? 0 };
    let memoryMiddle;
    const end = performance.now() + seconds * 1000;

    async function lane(kind, one, wait = 0) {
      for (let round = 1; performance.now() < end; round++) {
        const began = performance.now();
        const problem = await one(round).catch((error) => String(error));
        times[kind].push(performance.now() - began);
        if (problem) failed.push(`${kind}: ${problem}`);
        if (wait > 0) await pause(wait);
      }
    }
    async function search(n) {
      const { status, text } = await call(url, { method: "POST", path: "/shop/_reactivesearch", body: searchOf(n) });
      return status === 200 ? "" : `${status} ${text.slice(0, 200)}`;
    }
    async function bulk(client, round) {
      const { status, text } = await call(url, { method: "POST", path: "/shop/_bulk", body: bulkBody(client, round) });
      if (status !== 200 || JSON.parse(text).errors) return `${status} ${text.slice(0, 200)}`;
      acknowledged += PER_BULK;
      return "";
    }
    async function page(client, round) {
      const path = pages[(client + round) % pages.length];
      const began = performance.now();
      const answer = await fetch(`${address}${path}`, { headers: { Cookie: cookie } });
      const text = await answer.text();
      byPage.get(path).push(performance.now() - began);
      return answer.status === 200 && text.includes("</html>") ? "" : `${path} ${answer.status}`;
    }
    setTimeout(
      () => (memoryMiddle = { backend: memoryOf(backend.pid)?.now ?? 0, console: memoryOf(console_.pid)?.now ?? 0 }),
      seconds * 500,
    ).unref();
    await Promise.all([
      ...Array.from({ length: clients.searches }, (_, client) =>
        lane("searches", (round) => search(client * 1000 + round)),
      ),
      ...Array.from({ length: clients.bulks }, (_, client) =>
        lane("bulks", (round) => bulk(client, round), BULK_PAUSE),
      ),
      ...Array.from({ length: clients.pages }, (_, client) => lane("pages", (round) => page(client, round), 200)),
    ]);
    const memoryEnd = { backend: memoryOf(backend.pid)?.now ?? 0, console: memoryOf(console_.pid)?.now ?? 0 };
    // Reading the log writes what waits for it; a second time for what came meanwhile.
    for (let times_ = 0; times_ < 2; times_++) await call(url, { path: "/_logs?size=1" });
    const expected = times.searches.length + times.bulks.length;
    const written =
      JSON.parse(
        (
          await call(url, {
            method: "POST",
            path: "/.logs/_count",
            body: JSON.stringify({ query: { terms: { category: ["reactivesearch", "docs"] } } }),
          })
        ).text,
      ).count - logged;
    const metrics = (await call(url, { path: "/arc/metrics" })).text;
    return {
      clients: Object.values(clients).reduce((sum, n) => sum + n, 0),
      rows: Object.entries(times).map(([kind, list]) => ({
        kind,
        count: list.length,
        p50: percentile(list, 0.5),
        p95: percentile(list, 0.95),
        most: Math.max(...list),
      })),
      pages: [...byPage].map(([path, list]) => ({
        path,
        count: list.length,
        p50: percentile(list, 0.5),
        p95: percentile(list, 0.95),
        most: Math.max(...list),
      })),
      failed,
      documents: { acknowledged, found: await countOf(url, "/shop/_count") },
      records: { expected, written, dropped: Number(/_dropped_total (\d+)$/m.exec(metrics)?.[1] ?? 0) },
      memory: { begin: memoryBegin, middle: memoryMiddle ?? memoryEnd, end: memoryEnd },
    };
  } finally {
    await stop();
  }
}
