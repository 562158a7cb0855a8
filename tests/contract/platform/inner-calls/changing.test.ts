import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { basic } from "../../api";
import {
  ADMIN,
  type Caller,
  changes,
  effectFor,
  type Endpoint,
  everyRoute,
  openStage,
  pathOf,
  type Stage,
  stateOf,
} from "./support";

// No search changes anything by an `endpoint` that leads to this server, whoever sends it and however the address is
// written.

const NAME = "limited";
let stage: Stage;
let port = "";
const callers: Record<string, Caller> = { admin: { as: ADMIN } };

beforeAll(async () => {
  stage = await openStage();
  port = new URL(stage.url).port;
  await stage.call("POST", "/_user", {
    username: NAME,
    password: "a-quiet-owl",
    allowed_actions: ["develop", "access-control", "search-relevancy", "analytics"],
    indices: ["shop"],
  });
  callers["limited user"] = { as: basic(NAME, "a-quiet-owl") };
  callers["credential"] = { as: await stage.credential({ indices: ["*"], ops: ["read", "write", "delete"] }) };
  callers["credential that reads"] = {
    as: await stage.credential({ indices: ["shop"], ops: ["read"], categories: ["search", "reactivesearch"] }),
  };
  callers["admin who looks as another"] = { as: ADMIN, headers: { "X-View-As": NAME } };
}, 60_000);
afterAll(() => stage.close());

const changing = everyRoute().filter(changes);

/** Ways to write an address of this server. */
function spellings(path: string): string[] {
  const [first = "", ...rest] = path.slice(1).split("/");
  const encoded = `/${[`%${first.charCodeAt(0).toString(16)}${first.slice(1)}`, ...rest].join("/")}`;
  const hosts = [
    `127.0.0.1:${port}`,
    `LOCALHOST:${port}`,
    `localhost.:${port}`,
    `[::1]:${port}`,
    `127.1:${port}`,
    `0x7f000001:${port}`,
    `[::ffff:127.0.0.1]:${port}`,
  ];
  return [
    ...[
      path,
      `${path}/`,
      `${path}?refresh=true`,
      `${path}#x`,
      encoded,
      path.toUpperCase(),
      `//${path.slice(1)}`,
      `/.${path}`,
      `/x/..${path}`,
      ` ${path}`,
    ],
    ...[
      path.replace("/", "\\"),
      path.replace("/", "/%2e/"),
      path.replace("/", "//"),
      `${path};x`,
      path.replaceAll("/", "%2f"),
    ],
    ...hosts.map((host) => `http://${host}${path}`),
    ...[
      `HTTP://127.0.0.1:${port}${path}`,
      `https://127.0.0.1:${port}${path}`,
      `http://foo:bar@127.0.0.1:${port}${path}`,
      `//127.0.0.1:${port}${path}`,
    ],
  ];
}

describe.each(["admin", "limited user", "credential", "credential that reads", "admin who looks as another"])(
  "sent by: %s",
  (who) => {
    test("no route that changes something does anything", async () => {
      const before = await stateOf(stage);
      const endpoints = changing.map(({ method, path }): Endpoint => ({
        url: pathOf({ path }),
        method,
        body: effectFor(pathOf({ path })),
      }));
      const said = await stage.ask(endpoints, callers[who]);
      expect(said.filter((answer) => JSON.stringify(answer).includes('"error"'))).toHaveLength(endpoints.length);
      expect(await stateOf(stage)).toEqual(before);
    }, 60_000);
  },
);

test("a credential of a shared link searches nothing, so it calls nothing", async () => {
  const as = await stage.credential({
    indices: ["shop"],
    categories: ["analytics"],
    ops: ["read"],
    bound_to_creator: true,
  });
  const before = await stateOf(stage);
  for (const { method, path } of changing.filter((route) => route.method === "POST").slice(0, 20)) {
    const said = await stage.call(
      "POST",
      "/shop/_reactivesearch",
      { query: [{ id: "a", endpoint: { url: pathOf({ path }), method } }] },
      { as },
    );
    expect(said.status).toBe(401);
  }
  expect(await stateOf(stage)).toEqual(before);
});

test("nor by another spelling of its address, of its method, or without one", async () => {
  const before = await stateOf(stage);
  const posts = changing.filter(({ method }) => method === "POST").map(pathOf);
  const methods = ["POST", "post", "Post", "pOsT", "PUT", "put", "DELETE", "PATCH", " POST", "POST\r\n"];
  const endpoints = [...new Set(posts)].flatMap((path): Endpoint[] =>
    spellings(path).map((url) => ({ url, method: "POST", body: effectFor(path) })),
  );
  endpoints.push(
    ...methods.flatMap((method) =>
      ["/_user", "/shop/_doc/2", "/shop"].map((url) => ({ url, method, body: effectFor(url) })),
    ),
  );
  endpoints.push(
    { url: "/_user", body: effectFor("/_user") },
    { url: "/_user", method: "", body: effectFor("/_user") },
  );
  const said = await stage.ask(endpoints);
  expect(endpoints.length).toBeGreaterThan(1_000);
  // Some spellings are those of another path, which only reads.
  expect(said.filter((answer) => !JSON.stringify(answer).includes('"error"'))).toEqual([]);
  expect(await stateOf(stage)).toEqual(before);
}, 120_000);

test("the same calls change something where they are sent by themselves", async () => {
  const before = await stateOf(stage);
  let done = 0;
  for (const { method, path } of changing.filter(
    (route) => route.method !== "DELETE" && !route.path.includes("_second_factor"),
  )) {
    const { status } = await stage.call(method, pathOf({ path }), effectFor(pathOf({ path })));
    if (status < 300) done += 1;
  }
  expect(done).toBeGreaterThan(40);
  expect(await stateOf(stage)).not.toEqual(before);
}, 60_000);

beforeEach(() => {
  expect(changing.length).toBeGreaterThan(100);
});
