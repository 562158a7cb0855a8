import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hostileAddresses } from "../../../../../../tests/setup/hostile-addresses";
import { scriptWorker } from "../../../../../../tests/setup/script-worker";
import {
  createEndpointAccess,
  EndpointRulesSchema,
} from "@backend/gateway/resources/data/reactivesearch/endpoint-access";
import { createScripts, type Scripts } from "./service";
import { LIMITS } from "./types";

let server: Server;
let url: string;
let scripts: Scripts;
const called: { path: string; headers: IncomingHttpHeaders }[] = [];

beforeAll(async () => {
  server = createServer(({ url: path = "", headers }, response) => {
    called.push({ path, headers });
    response.end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  scripts = createScripts({
    program: scriptWorker,
    access: createEndpointAccess(EndpointRulesSchema.parse(`${url}/open`)),
  });
});
afterAll(async () => {
  await scripts.close();
  server.close();
});

/** What became of some calls: the sentence of each refusal, or the status. */
async function fetched(calls: readonly [address: string, options?: object][]): Promise<string[]> {
  const script = `async function handleRequest() {
    const said = [];
    for (const [address, options] of context.calls) said.push(await fetch(address, options).then((r) => String(r.status), (error) => error.message));
    return said;
  }`;
  const outcome = await scripts.run({
    script,
    handler: "handleRequest",
    limits: LIMITS,
    context: JSON.stringify({ calls }),
  });
  if (outcome.kind === "failed") throw new Error(outcome.message);
  return JSON.parse(outcome.result ?? "[]") as string[];
}

test("an address that a parser would mend is none, here as for endpoints", async () => {
  const host = new URL(url).host;
  const spellings = [
    `${url}/open/\tx`,
    `${url}/op\nen/x`,
    ` ${url}/open`,
    `${url}\\open/x`,
    `${url}/open/..;/x`,
    `${url}/open/%2e%2e/x`,
    `${url}/open/%252e%252e/x`,
    `${url}/open;/x`,
  ];
  const hostile = hostileAddresses(host).slice(0, 200);
  for (let at = 0; at < spellings.length + hostile.length; at += 20) {
    for (const said of await fetched([...spellings, ...hostile].slice(at, at + 20).map((one): [string] => [one])))
      expect(said).toContain("SCRIPT_ALLOWED_URLS");
  }
  expect(called).toEqual([]);
  expect(await fetched([[`${url}/open/x`]])).toEqual(["200"]);
});

test("headers of the connection cannot be set, however they are spelt", async () => {
  const names = [
    "X-Forwarded-For",
    "x-forwarded-for",
    "X_Forwarded_For",
    "X-Forwarded-Host",
    "Forwarded",
    "X-Real-IP",
    "Via",
    "Host",
    "Proxy-Authorization",
    "True-Client-IP",
    "CF-Connecting-IP",
    "X-Original-URL",
    "X-HTTP-Method-Override",
  ];
  const before = called.length;
  const said = await fetched(names.map((name) => [`${url}/open`, { headers: { [name]: "203.0.113.9" } }]));
  for (const [at, words] of said.entries()) expect(words, names[at]).toContain("cannot be set");
  expect(called).toHaveLength(before);
  expect(await fetched([[`${url}/open`, { headers: { Authorization: "Bearer own", "X-Own": "1" } }]])).toEqual(["200"]);
  expect(called.at(-1)?.headers).toMatchObject({ authorization: "Bearer own", "x-own": "1" });
});
