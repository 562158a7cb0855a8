// When a reader on a slow line sees the index list: signed in, nothing of the console in the browser yet.
import { createServer } from "node:http";
import { inBrowser, signIn } from "./in-browser.mjs";
import { percentile } from "../load.mjs";
import { slowLine } from "./slow-line.mjs";

/** 400 kbit/s each way, and 400 ms to connect and from a request to its answer. */
const line = { width: 50, trip: 400 };

/**
 * Milliseconds after the navigation began: what is on the page now. A row is seen once something was painted, for rows
 * come with the page.
 */
function look() {
  const painted = performance.getEntriesByName("first-contentful-paint")[0]?.startTime;
  const rows = globalThis.document.querySelectorAll("main tbody tr").length;
  return {
    now: performance.now(),
    painted,
    rows,
    read: globalThis.document.readyState !== "loading",
    hydrated: performance.getEntriesByName("hydrated")[0]?.startTime,
  };
}

/** Opens an address on the slow line and looks at it every few milliseconds. */
async function visit({ context, url, scripts }) {
  const page = await context.newPage();
  const found = {};
  await page.goto(url, { waitUntil: "commit" });
  const ends = Date.now() + 30_000;
  const isDone = () => found.all !== undefined && (!scripts || found.hydrated !== undefined);
  while (!isDone()) {
    if (Date.now() > ends) throw new Error(`${url} was not there after 30 s`);
    const { now, painted, rows, read, hydrated } = await page.evaluate(look);
    if (painted !== undefined) found.painted ??= painted;
    if (painted !== undefined && rows > 0) found.first ??= now;
    if (painted !== undefined && read) found.all ??= now;
    if (hydrated !== undefined) found.hydrated ??= hydrated;
    await page.waitForTimeout(10);
  }
  await page.close();
  return found;
}

/** A server with a page of one line: what no page on this line can be faster than. */
async function bareServer() {
  const server = createServer((_request, response) =>
    response.setHeader("Content-Type", "text/html").end("<!doctype html><title>Bare</title><p>One line."),
  );
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { port: server.address().port, close: () => server.close() };
}

const median = (values) => (values.every((value) => value !== undefined) ? percentile(values, 0.5) : null);

/**
 * Medians in milliseconds of several first visits, each with a browser profile of its own: with scripts, without, and
 * to a bare page.
 */
export function benchFirstVisit({ rounds }) {
  return inBrowser(async ({ browser, address }) => {
    const page = await browser.newPage({ baseURL: address });
    await signIn(page);
    // Signed in, and nothing else: the cookie of the style sheet would say that the browser has it.
    const signedIn = (await page.context().cookies()).filter(({ name }) => !name.startsWith("sd_styles"));
    await page.close();
    const bare = await bareServer();
    const toConsole = await slowLine({ ...line, port: Number(new URL(address).port) });
    const toBare = await slowLine({ ...line, port: bare.port });
    const kinds = [
      { name: "index list, 50 indices", url: `${toConsole.address}/cluster`, scripts: true },
      { name: "index list, 50 indices, without scripts", url: `${toConsole.address}/cluster`, scripts: false },
      { name: "a bare page of one line", url: toBare.address, scripts: false },
    ];
    const rows = [];
    for (const { name, url, scripts } of kinds) {
      const visits = [];
      for (let round = 0; round < rounds; round += 1) {
        const context = await browser.newContext({ javaScriptEnabled: scripts });
        await context.addCookies(signedIn);
        visits.push(await visit({ context, url, scripts }));
        await context.close();
      }
      const of = (what) => median(visits.map((found) => found[what]));
      rows.push({ name, painted: of("painted"), first: of("first"), all: of("all"), hydrated: of("hydrated") });
    }
    toConsole.close();
    toBare.close();
    bare.close();
    return rows;
  });
}
