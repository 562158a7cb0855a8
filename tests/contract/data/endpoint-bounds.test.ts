import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ENDPOINT_LIMITS } from "@common/limits/endpoints";
import { EndpointRulesSchema } from "@backend/gateway/resources/data/reactivesearch/endpoint-access";
import { callEngine } from "@backend/gateway/platform/store/engine-client";
import { startTarget, type Target } from "../../replay/target";
import { basic } from "../api";

// An endpoint whose answer is as long, or as late, as it may be, and one past that.

const { endpointAnswer, endpointTime } = ENDPOINT_LIMITS;
const SECOND = 1_000;

let target: Target;
let far: Server;
let farUrl: string;

beforeAll(async () => {
  far = createServer(({ url = "" }, response) => {
    const [kind, amount] = url.split("/").slice(-2);
    if (kind === "after") setTimeout(() => response.end('{"late":true}'), Number(amount));
    else response.end('{"long":true}'.padEnd(Number(amount), " "));
  });
  await new Promise<void>((resolve) => far.listen(0, "127.0.0.1", resolve));
  farUrl = `http://127.0.0.1:${(far.address() as AddressInfo).port}`;
  target = await startTarget({ endpointUrls: EndpointRulesSchema.parse(farUrl) });
  await callEngine(target.engine, { method: "PUT", path: "/shoes" });
}, 60_000);
afterAll(async () => {
  await target.close();
  far.closeAllConnections();
  far.close();
});

/** What stands under the ids of two queries whose endpoints are these. */
async function answers(taken: string, past: string): Promise<unknown> {
  const query = [taken, past].map((path, at) => ({
    id: at === 0 ? "taken" : "past",
    endpoint: { url: `${farUrl}/${path}`, method: "GET" },
  }));
  const answer = await fetch(`${target.url}/shoes/_reactivesearch`, {
    method: "POST",
    headers: { authorization: basic("foo", "bar"), "content-type": "application/json" },
    body: JSON.stringify({ query }),
  });
  return answer.json();
}

test("endpointAnswer", async () => {
  expect(await answers(`long/${endpointAnswer.most}`, `long/${endpointAnswer.most + 1}`)).toMatchObject({
    taken: { long: true },
    past: { status: 502, error: { reason: expect.stringContaining("longer") as unknown } },
  });
});

test(
  "endpointTime",
  async () => {
    expect(
      await answers(`after/${endpointTime.most - 2 * SECOND}`, `after/${endpointTime.most + 10 * SECOND}`),
    ).toMatchObject({
      taken: { late: true },
      past: { status: 502, error: { reason: expect.stringContaining("timeout") as unknown } },
    });
  },
  endpointTime.most + 15 * SECOND,
);
