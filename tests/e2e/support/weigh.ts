import type { CDPSession, Page } from "playwright-core";

export type Weight = {
  /** Bytes over the wire, headers and bodies as they came, compressed. */
  total: number;
  scripts: number;
  requests: number;
};

/** Loads an address with an empty cache and says what came over the wire. */
export async function weigh({ page, path }: { page: Page; path: string }): Promise<Weight> {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  const kinds = new Map<string, string>();
  const weight: Weight = { total: 0, scripts: 0, requests: 0 };
  session.on("Network.responseReceived", ({ requestId, type }) => kinds.set(requestId, type));
  session.on("Network.requestWillBeSent", ({ request }) => {
    if (!request.url.startsWith("data:")) weight.requests += 1;
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    weight.total += encodedDataLength;
    if (kinds.get(requestId) === "Script") weight.scripts += encodedDataLength;
  });
  await page.goto(path, { waitUntil: "networkidle" });
  await session.detach();
  return weight;
}
