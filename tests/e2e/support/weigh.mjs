/**
 * Loads an address with an empty cache and says what came over the wire: bytes with headers, as they came (compressed),
 * those of scripts among them, and the number of requests. Plain JavaScript, since the benchmark measures with it too.
 */
export async function weigh({ page, path }) {
  // What the page before still loads must not be counted.
  await page.goto("about:blank");
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  const kinds = new Map();
  const underway = new Set();
  const weight = { total: 0, scripts: 0, requests: 0 };
  session.on("Network.requestWillBeSent", ({ requestId, request, type }) => {
    if (request.url.startsWith("data:")) return;
    kinds.set(requestId, type);
    underway.add(requestId);
    weight.requests += 1;
  });
  session.on("Network.loadingFailed", ({ requestId }) => underway.delete(requestId));
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    underway.delete(requestId);
    if (!kinds.has(requestId)) return;
    weight.total += encodedDataLength;
    if (kinds.get(requestId) === "Script") weight.scripts += encodedDataLength;
  });
  await page.goto(path, { waitUntil: "networkidle" });
  // On a slow machine the network may be idle before the scripts have begun, and they may ask for more.
  await page.waitForFunction(
    () => globalThis.document.scripts.length === 0 || performance.getEntriesByName("hydrated").length > 0,
  );
  while (underway.size > 0) await page.waitForTimeout(20);
  await session.detach();
  return weight;
}
