import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, makeShoes, openApi } from "../api";

// An engine that cannot read a body may quote what it got, which is the gateway's own request with its name and
// password for the cluster.

let api: Api;
beforeAll(async () => {
  api = await openApi();
  await makeShoes(api, "shoes");
}, 60_000);
afterAll(() => api.close());

const broken = '{"index":{"_id":"9"}}\n{"a": hello}\n';

test.each([
  ["PUT", "/shoes/_doc/9", '{"a": hello}'],
  ["POST", "/shoes/_bulk", broken],
  ["POST", "/shoes/_bulk", '{"index":{"_id":"9"}}\nhello\n'],
  ["POST", "/shoes/_bulk", "hello\n"],
  ["POST", "/shoes/_bulk", broken.repeat(1200)],
  ["POST", "/shoes/_bulk", `${broken}{"index":{"_id":"10"}}\n${JSON.stringify({ name: "x".repeat(1_200_000) })}\n`],
  ["POST", "/shoes/_search", '{"query": hello}'],
  ["POST", "/_msearch", "{}\n{hello}\n"],
  ["PUT", "/shoes/_settings", "{hello"],
  ["POST", "/shoes/_update/1", '{"doc": hello}'],
])("%s %s: no answer quotes the request to the engine", async (method, path, body) => {
  const { text } = await api.call(method, path, body);
  expect(text).not.toMatch(/HTTP\/1\.1|authorization|x-opaque-id/i);
});
