import { afterAll, beforeAll, expect, it } from "vitest";
import type { loader as appOverview } from "~/routes/overview/app";
import type { loader as overview } from "~/routes/overview/cluster";
import { startTestBackend, type TestBackend } from "../setup/backend";
import { playServer, searchServer } from "../setup/console";
import { openScreen } from "../setup/open-screen";

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend();
  await backend.call("PUT", "/films", { mappings: { properties: { code: { type: "keyword" }, title: { type: "text" } } } });
  await backend.call("PUT", "/codes", { mappings: { properties: { code: { type: "keyword" } } } });
});
afterAll(() => backend.close());

it("the example request of an index looks into texts before keywords", async () => {
  const curl = async (at: string) => (await openScreen<typeof appOverview>("", { backend, at })).data?.curl;
  expect(await curl("films")).toContain('"dataField":["title"]');
  expect(await curl("codes")).toContain('"dataField":["code"]');
});

it("requests of a server that keeps no log are unknown, not none", async () => {
  const played = await playServer(searchServer({ "/_logs": { body: { logs: null, total: 0 } }, "/_logs/search": { body: { logs: null, total: 0 } } }));
  const requests = async (behind: { url: string; username: string; password: string }) =>
    (await openScreen<typeof overview>("/cluster", { backend: behind })).data?.traffic;
  expect(await requests({ url: played.url, username: "mira", password: "right" })).toMatchObject({ ok: true, value: { requests: null } });
  expect(await requests(backend)).toMatchObject({ ok: true, value: { requests: expect.any(Number) } });
  await played.close();
});

it("an index is created, and a name that is taken is refused beside its field", async () => {
  const form = { intent: "create-index", name: "books", shards: "1", replicas: "0", settings: "", mappings: "" };
  const made = await openScreen("create-index", { backend, form });
  expect(made).toRedirectTo("/app/books");
  expect(made).toFlash(/books/);
  expect(await openScreen("create-index", { backend, form })).toHaveFieldError("name", /already/);
});
