import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Category } from "@common/access-control/categories";
import { createServices, routesOf } from "@backend/gateway/gateway";
import type { Route } from "@backend/gateway/platform/http/types";
import { ENGINE_KIND } from "../../../replay/target";
import { type Api, basic, makeShoes, openApi } from "../../api";
import { isNoted } from "../../engine-notes";
import { ANALYTICS_CONTRACTS } from "./analytics";
import { DOCUMENT_CONTRACTS } from "./documents";
import { INDEX_CONTRACTS } from "./indices";
import { PIPELINE_CONTRACTS } from "./pipelines";
import { SERVER_CONTRACTS } from "./server";
import type { Contract } from "./types";
import { UI_BUILDER_CONTRACTS } from "./ui-builder";

const CONTRACTS = [
  ...PIPELINE_CONTRACTS,
  ...UI_BUILDER_CONTRACTS,
  ...SERVER_CONTRACTS,
  ...ANALYTICS_CONTRACTS,
  ...DOCUMENT_CONTRACTS,
  ...INDEX_CONTRACTS,
];
// The table is only read: nothing is asked of an engine.
const TABLE: readonly Route[] = routesOf(
  createServices({ engine: () => Promise.reject(new Error("no engine here")), log: pino({ level: "silent" }) }),
);
const CALLS = CONTRACTS.flatMap((contract) =>
  contract.methods.split(" ").map((method) => ({ name: `${method} ${contract.route}`, method, contract })),
);

function routeOf(name: string): Route | undefined {
  return TABLE.find((route) => route.methods.some((method) => `${method} ${route.path}` === name));
}

test("every route and method has a contract, and every contract a route", () => {
  const named = new Set(CALLS.map((call) => call.name));
  const offered = new Set(TABLE.flatMap((route) => route.methods.map((method) => `${method} ${route.path}`)));
  expect([...offered].filter((name) => !named.has(name))).toEqual([]);
  expect([...named].filter((name) => !offered.has(name))).toEqual([]);
});

describe("routes", () => {
  let api: Api;
  const strangers = new Map<Category, string>();

  beforeAll(async () => {
    api = await openApi();
    await makeShoes(api, "shoes");
    await makeShoes(api, "written");
    // Credentials of one category each, on an index that is none of these routes'.
    for (const category of ["uibuilder", "sync"] as const)
      strangers.set(category, await api.credential({ categories: [category], indices: ["nothing"] }));
  }, 60_000);
  afterAll(() => api.close());

  async function send(method: string, contract: Contract) {
    const path = typeof contract.path === "string" ? contract.path : await contract.path(api);
    const made: unknown = typeof contract.body === "function" ? await contract.body(api) : contract.body;
    return api.call(method, path, made, contract.as ? { as: await contract.as(api) } : {});
  }

  test.each(CALLS)("$name works", async ({ method, contract }) => {
    const reply = await send(method, contract);
    const refused = contract.notEmbedded === true && ENGINE_KIND === "embedded";
    const own = contract.except && isNoted(contract.except.note) ? contract.except.status : contract.status;
    expect(reply.status, reply.text.slice(0, 500)).toBe(refused ? 400 : (own ?? 200));
    if (refused) return expect(reply.text === "" ? "elastic: Error 400" : reply.text).toContain("elastic: Error 400");
    if (method === "HEAD") return expect(reply.text).toBe("");
    // The wrapper lets a matcher stand for the whole body.
    if (contract.has !== undefined) expect({ body: reply.body }).toMatchObject({ body: contract.has });
    await contract.check?.(reply, api);
  });

  const guarded = CALLS.filter(({ name }) => routeOf(name)?.access.kind !== "open");
  const closed = guarded.filter(({ name }) => routeOf(name)?.access.kind !== "signed-in");

  test.each(guarded)("$name wants a sign-in", async ({ method, contract }) => {
    const path = contract.route.replace(/[:*]\w+/g, "shoes");
    for (const as of [null, basic("foo", "wrong"), "Basic !!!", "Bearer x.y.z"]) {
      const reply = await api.call(method, path, undefined, { as });
      expect(reply.status, `${String(as)}: ${reply.text.slice(0, 200)}`).toBe(401);
    }
  });

  test.each(closed)("$name is not for a credential of another category", async ({ name, method, contract }) => {
    const path = typeof contract.path === "string" ? contract.path : await contract.path(api);
    const access = routeOf(name)?.access;
    const category = access && "category" in access && access.category === "uibuilder" ? "sync" : "uibuilder";
    const reply = await api.call(method, path, undefined, { as: strangers.get(category) ?? null });
    expect(reply.status, reply.text.slice(0, 200)).toBe(401);
  });
});
