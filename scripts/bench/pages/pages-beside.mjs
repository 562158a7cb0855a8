// What pages of the console take while others search and write: percentiles over all pages and of each.
import { setTimeout as pause } from "node:timers/promises";
import { headers, startBoth } from "../console.mjs";
import { load, once, percentile } from "../load.mjs";

const PAGES = ["/cluster", "/app/shop", "/app/shop/browse", "/app/shop/search-preview?q=red"];

/**
 * Asks pages by two people for some seconds, while `clients` search as fast as they are answered and one writes 50
 * documents five times a second. `fill` puts the documents there, `searchOf` and `bulkOf` make the calls. Returns p50,
 * p95 and the longest in ms of each page and of all, and the searches meanwhile.
 */
export async function benchPagesBeside({ dataDir, seconds, program, clients = 8, fill, searchOf, bulkOf }) {
  const { searchUrl, address, cookie, stop } = await startBoth({ dataDir, ...(program && { program }) });
  const at = (method, path) => ({ url: `${searchUrl}${path}`, method, headers });
  const page = (path) => once({ url: `${address}${path}`, headers: { Cookie: cookie } });
  try {
    await fill(searchUrl);
    for (const path of PAGES) await page(path);
    await pause(1_000);
    let asking = true;
    const times = new Map(PAGES.map((path) => [path, []]));
    const people = [0, 1].map(async (person) => {
      for (let round = person; asking; round++) {
        const path = PAGES[round % PAGES.length];
        const { status, milliseconds } = await page(path);
        if (status !== 200) throw new Error(`${path} answered ${status}`);
        times.get(path).push(milliseconds);
        await pause(100);
      }
    });
    const writer = (async () => {
      for (let round = 0; asking; round++) {
        await once({ ...at("POST", "/shop/_bulk"), body: bulkOf(round * 50, 50) });
        await pause(200);
      }
    })();
    const searches = await load({
      clients,
      seconds,
      next: (n) => ({ ...at("POST", "/shop/_reactivesearch"), body: searchOf(n) }),
    });
    asking = false;
    await Promise.all([...people, writer]);
    const row = (path, list) => ({
      path,
      count: list.length,
      p50: percentile(list, 0.5),
      p95: percentile(list, 0.95),
      most: Math.max(...list),
    });
    return {
      clients,
      searches,
      all: row("all of them", [...times.values()].flat()),
      rows: [...times].map(([path, list]) => row(path, list)),
    };
  } finally {
    await stop();
  }
}
