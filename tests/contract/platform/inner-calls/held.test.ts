import { isDeepStrictEqual } from "node:util";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { EndpointRulesSchema } from "@backend/gateway/resources/data/reactivesearch/endpoint-access";
import { fetchAsIs } from "../../../replay/fetch-as-is";
import { basic } from "../../api";
import { ADMIN, type Endpoint, openStage, type Stage, stateOf } from "./support";

// What a call that a search makes has from the call around it: caller, address, limits, sources, log; and what nobody
// can give it.

const AWAY = { "X-Forwarded-For": "203.0.113.9" };
const REFUSED = { error: { type: "endpoint_not_allowed" } };
const LogsSchema = z.object({
  logs: z.array(
    z.object({
      category: z.string(),
      request: z.object({ uri: z.string(), header: z.record(z.string(), z.array(z.string())) }),
      origin: z.object({ name: z.string().nullable(), address: z.string(), route: z.string() }),
    }),
  ),
});

let stage: Stage;
let balancer: Server;
/** An address of the operator's list that leads back to the server under test. */
let outside = "";
let seen: Record<string, unknown>[] = [];

beforeAll(async () => {
  balancer = createServer((request, response) => {
    seen.push(request.headers);
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { authorization = "", "x-endpoint-call": mark = "" } = request.headers;
      const body = Buffer.concat(chunks).toString();
      const sent = {
        method: request.method ?? "GET",
        headers: { authorization, "x-endpoint-call": String(mark), "content-type": "application/json" },
      };
      void fetchAsIs(`${stage.url}${request.url ?? "/"}`, { ...sent, body: body === "" ? undefined : body }).then(
        (answer) => response.writeHead(answer.status, { "Content-Type": "application/json" }).end(answer.body),
      );
    });
  });
  await new Promise<void>((resolve) => balancer.listen(0, "127.0.0.1", resolve));
  outside = `http://127.0.0.1:${(balancer.address() as AddressInfo).port}`;
  stage = await openStage({
    endpointUrls: EndpointRulesSchema.parse(outside),
    wrongPasswords: { perName: 8, perAddress: 60 },
  });
  await stage.call("POST", "/_user", {
    username: "limited",
    password: "a-quiet-owl",
    allowed_actions: ["develop", "search-relevancy"],
    indices: ["shop"],
    sources: ["198.51.100.0/24"],
  });
}, 60_000);
afterAll(async () => {
  await stage.close();
  balancer.closeAllConnections();
  balancer.close();
});

async function logged() {
  const { logs } = LogsSchema.parse((await stage.call("GET", `/_logs?size=50&origin=true`)).body);
  return logs;
}

describe("who calls", () => {
  test.each(["Authorization", "authorization", " Authorization ", "Cookie", "X-Second-Factor", "X-View-As", "X-Forwarded-For", "X-Real-IP", "Forwarded", "Referer", "Origin", "Host", "X-Request-Category", "X-Endpoint-Call", "Content-Length", "Proxy-Authorization"])(
    "cannot be said by the header %j",
    async (name) => {
      const [said] = await stage.ask([{ url: "/shop/_search", headers: { [name]: "Basic Zm9vOmJhcg==" }, body: {} }]);
      expect(said).toMatchObject({ error: { ...REFUSED.error, reason: expect.stringMatching(/cannot be set/) as unknown } });
    },
  ); // prettier-ignore

  test("no password can be tried by the header of an endpoint, and none is counted against anybody", async () => {
    const guesses = Array.from({ length: 40 }, (_, at): Endpoint => ({
      url: "/",
      method: "GET",
      headers: { Authorization: basic("foo", at === 39 ? "bar" : `wrong ${at}`) },
    }));
    const said = await stage.ask(guesses, { as: ADMIN, headers: AWAY });
    // The right one answers what the wrong ones do.
    expect(new Set(said.map((one) => JSON.stringify(one)))).toHaveLength(1);
    expect(said[0]).toMatchObject(REFUSED);
  });

  test("nor by an address of the operator's list that leads back here", async () => {
    const guesses = Array.from({ length: 40 }, (_, at): Endpoint => ({
      url: `${outside}/_user`,
      method: "GET",
      headers: { Authorization: basic("foo", at === 39 ? "bar" : `wrong ${at}`) },
    }));
    const said = await stage.ask(guesses, { as: ADMIN, headers: AWAY });
    expect(new Set(said.map((one) => JSON.stringify(one)))).toHaveLength(1);
    expect(said[0]).toMatchObject({
      error: { message: expect.stringMatching(/leads back to this server/) as unknown },
    });
  });

  test("a credential of the inside stays there", async () => {
    const inside = await stage.credential({ indices: ["*"], sources: ["127.0.0.0/8", "::1/128"] });
    const outsider = { as: await stage.credential({ indices: ["shop"] }), headers: AWAY };
    expect((await stage.call("POST", "/hidden/_search", {}, { as: inside, headers: AWAY })).status).toBe(401);
    const urls = ["/hidden/_search", `${stage.url}/hidden/_search`, `${outside}/hidden/_search`];
    const said = await stage.ask(
      urls.map((url) => ({ url, headers: { Authorization: inside }, body: {} })),
      outsider,
    );
    expect(JSON.stringify(said)).not.toContain("hidden boot");
    const [metrics] = await stage.ask([{ url: "/arc/metrics", method: "GET" }], outsider);
    expect(metrics).toMatchObject({ error: { code: 405 } });
  });

  test("an admin who looks as another has that one's rights, and comes from where he himself may", async () => {
    const headers = { "X-View-As": "limited" };
    const said = await stage.ask(
      [
        { url: "/hidden/_search", body: {} },
        { url: "/_users", method: "GET" },
        { url: "/shop/_count", body: {} },
      ],
      { as: ADMIN, headers },
    );
    expect(said).toMatchObject([{ error: { code: 401 } }, { error: { code: 401 } }, { count: 1 }]);
  });

  test("nobody's search is recorded in the name of whom an admin looks as", async () => {
    const search = {
      query: [{ id: "a", dataField: ["name"], value: "viewed words" }],
      settings: { recordAnalytics: true },
    };
    const viewed = await stage.call("POST", "/shop/_reactivesearch", search, { headers: { "X-View-As": "limited" } });
    expect(viewed.body).not.toMatchObject({ settings: { queryId: expect.any(String) as unknown } });
    const [inner] = await stage.ask(
      [{ url: "/shop/_reactivesearch", body: { ...search, query: [{ ...search.query[0], id: "other" }] } }],
      {
        headers: { "X-View-As": "limited" },
      },
    );
    expect(inner).not.toMatchObject({ settings: { queryId: expect.any(String) as unknown } });
    expect((await stage.call("POST", "/shop/_reactivesearch", search)).body).toMatchObject({
      settings: { queryId: expect.any(String) as unknown },
    });
  });
});

describe("how much", () => {
  test("eight in one search, and not one more", async () => {
    const query = Array.from({ length: 9 }, (_, at) => ({
      id: `q${at}`,
      endpoint: { url: `${outside}/shop/_count`, method: "GET" },
    }));
    seen = [];
    const said = await stage.call("POST", "/shop/_reactivesearch", { query });
    expect(said.status).toBe(400);
    expect(said.text).toContain("at most 8 queries with an endpoint");
    expect(seen).toEqual([]);
    expect((await stage.call("POST", "/shop/_reactivesearch", { query: query.slice(1) })).status).toBe(200);
  });

  test("each counts for the credential that the search came with", async () => {
    const as = await stage.credential({
      indices: ["shop"],
      limits: { search_limit: 3, reactivesearch_limit: 50, ip_limit: 100 },
    });
    const said = await stage.ask(
      Array.from({ length: 8 }, () => ({ url: "/shop/_count", body: {} })),
      { as },
    );
    expect(said.filter((one) => z.object({ count: z.literal(1) }).safeParse(one).success)).toHaveLength(3);
    expect(said.filter((one) => z.object({ code: z.literal(429) }).safeParse(one).success)).toHaveLength(5);
  });

  test("none within one that was itself called so, over the network neither", async () => {
    const inner = (url: string) => ({ query: [{ id: "x", endpoint: { url, body: {} } }] });
    const said = await stage.ask([
      { url: "/shop/_reactivesearch", body: inner("/shop/_search") },
      { url: "/shop/_reactivesearch.v3", body: inner(`${outside}/shop/_search`) },
      { url: `${stage.url}/shop/_reactivesearch`, body: inner("/shop/_search") },
    ]);
    for (const one of said)
      expect(one).toMatchObject({ x: { error: { reason: "a call that another call makes may not call endpoints" } } });
    const network = await stage.call("POST", "/shop/_reactivesearch", inner("/shop/_search"), {
      headers: { "X-Endpoint-Call": "another server" },
    });
    expect(network.body).toMatchObject({
      x: { error: { reason: "a call that another call makes may not call endpoints" } },
    });
  });

  test("a call that another server's search makes reads, too", async () => {
    // What searches before it are recorded as is written just after their answers.
    let before = await stateOf(stage);
    await expect
      .poll(
        async () => {
          const [last, now] = [before, await stateOf(stage)];
          before = now;
          return isDeepStrictEqual(last, now);
        },
        { timeout: 10_000, interval: 300 },
      )
      .toBe(true);
    const made = await stage.call(
      "POST",
      "/_user",
      { username: "made", password: "a-quiet-owl" },
      { headers: { "X-Endpoint-Call": "another server" } },
    );
    expect(made).toMatchObject({
      status: 401,
      body: { error: { message: "a call that the endpoint of a search makes only reads" } },
    });
    expect(await stateOf(stage)).toEqual(before);
  });
});

test("it stands in the log as what it is: with its route, its caller, his address and the search that made it", async () => {
  const as = await stage.credential({ indices: ["shop"] });
  await stage.ask(
    [
      { url: "/shop/_count?q=boot", method: "GET" },
      { url: "/_user", body: {} },
    ],
    { as, headers: { ...AWAY, "X-Request-Id": "search-of-the-test", "X-Request-Category": "docs" } },
  );
  const [name] = Buffer.from(as.slice(6), "base64").toString().split(":");
  const logs = (await logged()).filter(({ origin }) => origin.name === name);
  expect(logs.map(({ category, origin }) => [category, origin.route, origin.address])).toEqual([
    ["reactivesearch", "POST /:index/_reactivesearch", "203.0.113.9"],
    ["search", "GET /:index/_count", "203.0.113.9"],
  ]);
  expect(logs[1]?.request.header["X-Endpoint-Call"]).toEqual(["search-of-the-test"]);
  await stage.ask([{ url: "/shop/_count?q=viewed", method: "GET" }], { headers: { "X-View-As": "limited" } });
  expect((await logged()).find(({ origin }) => origin.route === "GET /:index/_count")?.origin.name).toBe("foo");
});

test("over the network goes nothing of the caller's but what his query says, and no header of the connection", async () => {
  seen = [];
  await stage.ask([{ url: `${outside}/shop/_count`, method: "GET", headers: { "X-Own": "yes" } }], { headers: { ...AWAY, Cookie: "a=b", "X-Second-Factor": "proof" } });
  expect(seen).toHaveLength(1);
  const [{ "x-own": own, authorization, cookie, "x-second-factor": proof, "x-forwarded-for": forwarded } = {}] = seen;
  expect({ own, authorization, cookie, proof, forwarded }).toEqual({ own: "yes" });
  for (const name of ["X-Forwarded-For", "x-forwarded-host", "Forwarded", "Via", "X-Real-IP", "Host", "Connection", "Transfer-Encoding", "True-Client-IP", "X-HTTP-Method-Override"])
    expect(await stage.ask([{ url: `${outside}/shop/_count`, method: "GET", headers: { [name]: "203.0.113.7" } }]), name).toMatchObject([REFUSED]);
  expect(seen).toHaveLength(1);
}); // prettier-ignore

test("what a rule adds calls nothing in the name of who searches", async () => {
  const script = `function handleRequest() {
    const body = JSON.parse(context.request.body);
    body.query.push({ id: "added", endpoint: { url: "/hidden/_search", body: {} } });
    if (body.query[0].endpoint) body.query[0].endpoint.url = "/hidden/_search";
    return { body: JSON.stringify(body) };
  }`;
  const made = await stage.call("POST", "/_rule", {
    name: "Adds",
    trigger: { type: "always" },
    actions: [{ type: "script", script }],
  });
  expect(made.status, made.text).toBe(201);
  const said = await stage.call("POST", "/shop/_reactivesearch", {
    query: [{ id: "asked", endpoint: { url: "/shop/_search", body: {} } }],
  });
  expect(said.text).not.toContain("hidden boot");
  // All that the script made is dropped: what the caller asked for himself is answered.
  expect(said.text).toContain("shop boot");
  expect(z.record(z.string(), z.unknown()).parse(said.body)).not.toHaveProperty("added");
  const { id } = z.object({ id: z.string() }).parse(made.body);
  const kept = await stage.call("GET", `/_rule/${id}`);
  expect(kept.text).toContain("scripts cannot call endpoints");
  await stage.call("DELETE", `/_rule/${id}`);
});

test("nor what a script makes that is only tried", async () => {
  const script = `function handleRequest() { return { body: JSON.stringify({ query: [{ id: "added", endpoint: { url: "/hidden/_search", body: {} } }] }) }; }`;
  const request = { body: { query: [{ id: "asked", dataField: ["name"], value: "boot" }] }, headers: {} };
  const said = await stage.call("POST", "/_script/validate", { script, request, envs: { index: ["shop"] } });
  expect(said.status, said.text).toBe(400);
  expect(said.text).toContain("scripts cannot call endpoints");
  expect(said.text).not.toContain("hidden boot");
});
