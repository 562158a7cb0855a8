import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CATEGORIES } from "@common/access-control/categories";
import { basic } from "../../api";
import { ADMIN, type Caller, changes, everyRoute, openStage, pathOf, type Said, type Stage } from "./support";

// A route that reads answers in an endpoint what it answers the same caller directly.

let stage: Stage;
const callers: Record<string, Caller> = {};

const limits = Object.fromEntries([...CATEGORIES, "ip"].map((name) => [`${name}_limit`, 100_000]));

beforeAll(async () => {
  stage = await openStage();
  await stage.call("POST", "/_user", {
    username: "limited",
    password: "a-quiet-owl",
    allowed_actions: ["develop", "search-relevancy"],
    indices: ["shop"],
  });
  await stage.call("PUT", "/_storedquery/made", { index: "shop", query: { query: { match_all: {} } }, params: {} });
  callers["admin"] = { as: ADMIN };
  callers["limited user"] = { as: basic("limited", "a-quiet-owl") };
  callers["credential"] = {
    as: await stage.credential({ limits, indices: ["shop"], ops: ["read"], exclude_fields: ["price"] }),
  };
  callers["credential of a page"] = {
    as: await stage.credential({ limits, indices: ["shop"], referers: ["https://shop.test/*"] }),
    headers: { Referer: "https://shop.test/a" },
  };
  callers["credential of a network"] = {
    as: await stage.credential({ limits, indices: ["shop"], sources: ["203.0.113.0/24"] }),
    headers: { "X-Forwarded-For": "203.0.113.9" },
  };
  callers["admin who looks as another"] = { as: ADMIN, headers: { "X-View-As": "limited" } };
}, 60_000);
afterAll(() => stage.close());

const reading = everyRoute().filter((route) => !changes(route) && ["GET", "POST"].includes(route.method));
// Figures of this very moment, and logs that grow by the asking.
const MOVING =
  /^\/(arc\/metrics|_nodes|_cat|_stats|_tasks|_cluster)|_logs?(\/|$)|_stats|_segments|_recovery|_shard_stores|_search_shards|_disk_usage|_analytics|scroll/;

const BODIES: readonly [RegExp, unknown][] = [
  [/_reactivesearch/, { query: [{ id: "x", dataField: ["name"], value: "boot" }] }],
  [/_try$/, { method: "GET", path: "/shop/_search" }],
  [/_storedquery/, { index: "shop", query: { query: { match_all: {} } }, params: {} }],
  [/_grade\/metrics/, { indices: ["shop"] }],
  [/_analyze/, { text: "boots" }],
  [/_field_caps/, {}],
  [/_(search|count|validate\/query)$/, { query: { match: { name: "boot" } } }],
  [/_explain/, { query: { match_all: {} } }],
  [/_mget/, { ids: ["1"] }],
];
const bodyFor = (path: string) => (BODIES.find(([pattern]) => pattern.test(path)) ?? [null, {}])[1];

const settled = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (key, one: unknown) =>
      /^(took|timestamp|script_took|id|uuid|phTook|.*_in_(millis|bytes)|.*in_nanos)$/.test(key) &&
      typeof one !== "object"
        ? 0
        : one,
    ),
  );
const isObject = ({ body }: Said) => typeof body === "object" && body !== null && !Array.isArray(body);

describe.each([
  "admin",
  "limited user",
  "credential",
  "credential of a page",
  "credential of a network",
  "admin who looks as another",
])("for: %s", (who) => {
  test("every route that reads", async () => {
    const caller = callers[who] ?? { as: "" };
    let [answered, refused] = [0, 0];
    for (const { method, path } of reading) {
      const url = pathOf({ path });
      if (MOVING.test(url)) continue;
      const body = method === "POST" ? bodyFor(url) : undefined;
      const direct = await stage.call(method, url, body, caller);
      const [inner] = await stage.ask([{ url, method, ...(body === undefined ? {} : { body }) }], caller);
      const place = `${method} ${url} ${direct.status} ${direct.text.slice(0, 200)}`;
      if (!isObject(direct))
        expect(inner, place).toMatchObject({ error: { reason: "the endpoint's answer is no JSON object" } });
      else {
        // A part of the search API that stands alone under the query's own id would be unwrapped.
        expect(settled(inner), place).toEqual(settled(direct.body));
        if (direct.status < 300) answered += 1;
        else refused += 1;
      }
    }
    expect(answered).toBeGreaterThan(15);
    if (who !== "admin") expect(refused).toBeGreaterThan(5);
  }, 120_000);
});
