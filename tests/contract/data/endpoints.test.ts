import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hostileAddresses } from "../../setup/hostile-addresses";
import { type Api, basic, openApi } from "../api";

/** As many as one search may have. */
const PAGE = 8;

let api: Api;
let foreign: Server;
let host: string;
const called: string[] = [];

beforeAll(async () => {
  api = await openApi();
  await api.call("PUT", "/shoes", {});
  foreign = createServer((request, response) => {
    called.push(`${request.url} ${request.headers.authorization ?? ""}`);
    response.end("{}");
  });
  await new Promise<void>((resolve) => foreign.listen(0, "127.0.0.1", resolve));
  host = `127.0.0.1:${(foreign.address() as AddressInfo).port}`;
}, 60_000);
afterAll(async () => {
  await api.close();
  foreign.closeAllConnections();
  foreign.close();
});

function ask(urls: readonly string[], more: Record<string, unknown> = {}) {
  return api.call("POST", "/shoes/_reactivesearch", {
    query: urls.map((url, place) => ({ id: `q${place}`, endpoint: { url, method: "GET", ...more } })),
  });
}

test("no spelling of an address leads an endpoint query to a server that is not listed", async () => {
  const all = hostileAddresses(host);
  for (let from = 0; from < all.length; from += PAGE) {
    const { status, body } = await ask(all.slice(from, from + PAGE));
    expect(status, JSON.stringify(body)).toBe(200);
  }
  expect(all.length).toBeGreaterThan(500);
  expect(called).toEqual([]);
});

test("what a query gives as headers tells this server nothing of another connection", async () => {
  const away = await api.credential({
    indices: ["*"],
    sources: ["203.0.113.0/24"],
    categories: ["search", "reactivesearch"],
  });
  for (const headers of [
    { Authorization: away },
    { "X-Forwarded-For": "203.0.113.7" },
    { "X-Real-IP": "203.0.113.7" },
    { Authorization: basic("foo", "wrong") },
  ]) {
    const { body } = await ask(["/shoes/_search"], { headers });
    expect(body).toMatchObject({
      q0: {
        error: {
          type: "endpoint_not_allowed",
          reason: expect.stringMatching(/^the header .* cannot be set/) as unknown,
        },
      },
    });
  }
});
