import { pino } from "pino";
import { expect, test } from "vitest";
import { createServices, routesOf } from "../../gateway";
import type { Route, SignedContext } from "../http/types";
import { bareRecord, toRecord } from "./record";

const ROUTES = routesOf(
  createServices({ engine: () => Promise.reject(new Error("no engine here")), log: pino({ level: "silent" }) }),
);

/** Open calls, and calls of posts, that change nothing. */
const ONLY_READ = new Set([
  "POST /arc/_health", "POST /_permission/:name/_try", "POST /_reactivesearch/validate", "POST /_reactivesearch.v3/validate", "POST /:index/_reactivesearch/validate", "POST /:index/_reactivesearch.v3/validate", "POST /:index/_reactivesearch/draft",
]); // prettier-ignore

function recordOf(route: Route, method: string, headers: Record<string, string> = {}) {
  const context = {
    segments: route.path.slice(1).split("/"),
    path: route.path,
    query: {},
    indices: [],
    method,
    headers,
    socketAddress: "127.0.0.1",
    provenAddress: "127.0.0.1",
    record: {},
  } as unknown as SignedContext;
  return toRecord({
    route,
    context,
    caller: null,
    reply: { status: 200, headers: {}, body: "answered" },
    requestBody: "asked",
    took: 1,
  });
}

const all = ROUTES.flatMap((route) =>
  route.methods.map((method): [string, Route, string] => [`${method} ${route.path}`, route, method]),
);

test.each(all.filter(([name, , method]) => method !== "GET" && method !== "HEAD" && !ONLY_READ.has(name)))(
  "%s is logged",
  (_, route, method) => {
    const made = recordOf(route, method, { "x-request-category": "streams", "x-endpoint-call": "1" });
    expect(made?.record.origin.route).toBe(`${method} ${route.path}`);
    expect(made?.record.request.body).toBe(route.log === "bare" ? "" : "asked");
  },
);

test("what is left of a record without its bodies still says who did what", () => {
  const [, route, method] = all.find(([name]) => name === "POST /:index/_search")!;
  const made = recordOf(route, method);
  const left = made && JSON.stringify(bareRecord(made.record));
  expect(left).not.toMatch(/asked|answered/);
  expect(left).toContain('"route":"POST /:index/_search"');
});
