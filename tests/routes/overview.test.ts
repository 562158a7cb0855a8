import { afterAll, beforeAll, expect, it } from "vitest";
import { loader as appOverview } from "~/routes/overview/app";
import { loader as overview } from "~/routes/overview/cluster";
import { createSession } from "~/sessions.server";
import { startTestBackend, type TestBackend } from "../setup/backend";
import { consoleRequest, cookiesOf, playServer, searchServer, testContext } from "../setup/console";

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend();
  await backend.call("PUT", "/films", { mappings: { properties: { code: { type: "keyword" }, title: { type: "text" } } } });
  await backend.call("PUT", "/codes", { mappings: { properties: { code: { type: "keyword" } } } });
});
afterAll(() => backend.close());

function signedIn({ url, username, password }: { url: string; username: string; password: string }) {
  const context = testContext({ SEARCH_URL: url });
  const setCookie = createSession({ request: consoleRequest("/"), context, url, username, password });
  return { context, cookie: cookiesOf(new Headers({ "Set-Cookie": setCookie })) };
}

it("the example request of an index looks into texts before keywords", async () => {
  const { context, cookie } = signedIn(backend);
  const curl = async (appName: string) => (await appOverview({ request: consoleRequest(`/app/${appName}`, { cookie }), params: { appName }, context })).curl;
  expect(await curl("films")).toContain('"dataField":["title"]');
  expect(await curl("codes")).toContain('"dataField":["code"]');
});

it("requests of a server that keeps no log are unknown, not none", async () => {
  const played = await playServer(searchServer({ "/_logs": { body: { logs: null, total: 0 } }, "/_logs/search": { body: { logs: null, total: 0 } } }));
  const silent = signedIn({ url: played.url, username: "mira", password: "right" });
  const ours = signedIn(backend);
  const requests = async ({ context, cookie }: typeof ours) =>
    (await overview({ request: consoleRequest("/cluster", { cookie }), params: {}, context })).traffic;
  expect(await requests(silent)).toMatchObject({ ok: true, value: { requests: null } });
  expect(await requests(ours)).toMatchObject({ ok: true, value: { requests: expect.any(Number) } });
  await played.close();
});
