import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { EngineRequest } from "../../port";
import { routes as clusterRoutes } from "../cluster/routes";
import { routes as documentRoutes } from "../documents/routes";
import { routes as indexRoutes } from "../index/routes";
import { openEmbeddedEngine } from "../open";
import { routes as searchRoutes } from "../search/routes";

let engine: Awaited<ReturnType<typeof openEmbeddedEngine>>;
let folder: string;

const HIDDEN = "veiled";
const ROUTES = [...indexRoutes, ...documentRoutes, ...clusterRoutes, ...searchRoutes].filter(
  ({ query, path }) => query.includes("expand_wildcards") && !path.endsWith("{type}"),
);
const CALLS = [
  ...new Set(
    ROUTES.flatMap(({ path, methods }) =>
      methods.some((method) => method === "GET")
        ? [`GET ${path}`]
        : methods.some((method) => method === "POST") &&
            /_(search|msearch|count|refresh|query|flush|forcemerge)$/.test(path)
          ? [`POST ${path}`]
          : [],
    ),
  ),
];
async function ask(method: string, path: string, query: Record<string, string> = {}, body?: string) {
  const answer = await engine.handle({
    method: method as EngineRequest["method"],
    path,
    query,
    ...(body === undefined ? {} : { body }),
  });
  expect(answer.status, `${method} ${path}: ${answer.body}`).toBeLessThan(400);
  return answer.body.replace(/"took":\d+/g, "").replace(/\b\d{10,13}\b|\d\d:\d\d:\d\d/g, "");
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "searchdeck-wildcards-"));
  engine = await openEmbeddedEngine({ folder });
  await ask("PUT", "/shown", {}, '{"mappings":{"properties":{"name":{"type":"keyword"}}}}');
  await ask(
    "PUT",
    `/${HIDDEN}`,
    {},
    '{"settings":{"index":{"hidden":true}},"mappings":{"properties":{"name":{"type":"long"},"only":{"type":"keyword"}}},"aliases":{"other":{"is_hidden":true}}}',
  );
  await ask("PUT", "/shown/_doc/1", { refresh: "true" }, '{"name":"a"}');
  await ask("PUT", `/${HIDDEN}/_doc/1`, { refresh: "true" }, '{"name":1,"only":"b"}');
});
afterAll(async () => {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

test.each(CALLS)("%s shows hidden indices where they are asked for, and no others", async (call) => {
  const [method = "", template = ""] = call.split(" ");
  const path = template
    .replace("{index}", "*")
    .replace("/_data_stream/{name}", "/_data_stream/*")
    .replace("{fields}", "*")
    .replace("{metric}", "docs")
    .replace(/\{\w+\}/g, "*");
  const body = path.endsWith("_msearch")
    ? "{}\n{}\n"
    : path.endsWith("_by_query")
      ? '{"query":{"match_none":{}}}'
      : undefined;
  const more: Record<string, string> = path.includes("_field_caps") ? { fields: "*" } : {};
  const [open, all, hidden] = [
    await ask(method, path, { ...more, expand_wildcards: "open" }, body),
    await ask(method, path, { ...more, expand_wildcards: "all" }, body),
    await ask(method, path, { ...more, expand_wildcards: "open,hidden" }, body),
  ];
  expect(open).not.toContain(HIDDEN);
  // There are no data streams, and one process looks after every index.
  if (template.startsWith("/_data_stream") || template.endsWith("_validate/query") || template.endsWith("_by_query"))
    return;
  expect(all, `${path} does not honour it`).not.toBe(open);
  expect(hidden, `${path} does not honour it`).not.toBe(open);
  await expect(ask(method, path, { ...more, expand_wildcards: "some" }, body)).rejects.toThrow();
});

// The health of an index that is not there is waited for.
const NAMED = CALLS.filter((call) => call.includes("{index}") && !call.includes("/_cluster/health"));

test.each(NAMED)("%s honours ignore_unavailable and allow_no_indices", async (call) => {
  const [method = "", template = ""] = call.split(" ");
  const path = (index: string) =>
    template
      .replace("{index}", index)
      .replace("{fields}", "*")
      .replace("{metric}", "docs")
      .replace(/\{\w+\}/g, "*");
  const body = template.endsWith("_msearch")
    ? "{}\n{}\n"
    : template.endsWith("_by_query")
      ? '{"query":{"match_none":{}}}'
      : "";
  const statusOf = async (index: string, query: Record<string, string>) => {
    const answer = await engine.handle({
      method: method as EngineRequest["method"],
      path: path(index),
      query: { ...query, ...(template.includes("_field_caps") ? { fields: "*" } : {}) },
      ...(body === "" ? {} : { body }),
    });
    return answer.body.includes("index_not_found_exception") ? 404 : answer.status;
  };
  expect(await statusOf("shown,missing", {})).toBe(404);
  expect(await statusOf("shown,missing", { ignore_unavailable: "true" })).toBe(200);
  expect(await statusOf("missing*", { allow_no_indices: "false" })).toBe(404);
});

test("headers of several searches honour both spellings, over those of the URL", async () => {
  const found = async (header: object, query: Record<string, string> = {}) =>
    /"value":(\d)/.exec(await ask("POST", "/_msearch", query, `${JSON.stringify(header)}\n{}\n`))?.[1];
  expect(await found({})).toBe("1");
  expect(await found({ expand_wildcards: "all" })).toBe("2");
  expect(await found({ expandWildcards: ["open", "hidden"] })).toBe("2");
  expect(await found({}, { expand_wildcards: "all" })).toBe("2");
  expect(await found({ expand_wildcards: "open" }, { expand_wildcards: "all" })).toBe("1");
});

test.each([
  ["GET", "/_search", "search_pipeline"], ["GET", "/_search", "phase_took"], ["GET", "/_count", "min_score"], ["POST", "/shown/_update_by_query", "pipeline"], ["GET", "/_field_caps", "include_unmapped"],
  ["PUT", "/shown/_mapping", "write_index_only"], ["GET", "/_cat/indices", "pri"], ["GET", "/_stats", "include_segment_file_sizes"],
] as const)("%s %s refuses %s, which it cannot honour", async (method, path, name) => {
  const { status, body } = await engine.handle({ method, path, query: { [name]: "1" } });
  expect([status, body]).toEqual([400, expect.stringContaining(`contains unrecognized parameter: [${name}]`)]);
}); // prettier-ignore
