import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { assemble, createServices } from "@backend/gateway/gateway";
import { fetchAsIs } from "../../replay/fetch-as-is";
import { startTarget, type Target } from "../../replay/target";
import { scriptWorker } from "../../setup/script-worker";
import { type Api, basic } from "../api";
import { makePipeline } from "./support";

// Pipelines whose trigger is a cron line, under a clock that the test turns.

let target: Target;
beforeAll(async () => {
  target = await startTarget();
}, 60_000);
afterAll(() => target.close());

const ADMIN = basic("foo", "bar");
const call: Api["call"] = async (method, path, body, { headers = {}, as = ADMIN } = {}) => {
  const text = body === undefined || typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  const type: Record<string, string> = body === undefined ? {} : { "Content-Type": "application/json" };
  const answer = await fetchAsIs(`${target.url}${path}`, {
    method,
    headers: { ...type, ...(as === null ? {} : { Authorization: as }), ...headers },
    body: text,
  });
  return {
    status: answer.status,
    headers: answer.headers,
    text: answer.body,
    body: JSON.parse(answer.body) as unknown,
  };
};

test("runs as its author, once a tick, and not when he has gone", async () => {
  const api: Api = { url: target.url, call, credential: async () => "", close: async () => undefined };
  const user = { username: "clock-author", password: "a-long-password", email: "clock@example.org", indices: ["*"] };
  await call("POST", "/_user", { ...user, allowed_actions: ["pipelines", "develop"] });
  const content = {
    trigger: { type: "cron", expression: "* * * * *" },
    routes: [{ path: "/ticks", method: "PUT", classify: { category: "docs", acl: "index" } }],
    envs: { index: ["ticks"] },
    stages: [
      { use: "authorization" },
      {
        use: "elasticsearchQuery",
        inputs: { path: "/ticks/_doc/{{now}}", params: { refresh: "true" }, method: "PUT", body: '{"n":1}' },
      },
    ],
  };
  await makePipeline(api, { content }, { as: basic(user.username, user.password) });
  const services = createServices({ engine: target.engine, log: pino({ level: "silent" }), scriptWorker });
  let now = Date.parse("2024-01-01T00:00:58Z");
  const gateways = ["one", "two"].map(() => assemble(services, { now: () => now }).pipelines);
  const ticked = async (work: () => Promise<unknown> = async () => undefined) => {
    await work();
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    now += 60_000;
    await Promise.all(gateways.map(({ clock }) => clock.look()));
    const { body } = await call("GET", "/ticks/_count");
    return (body as { count?: number }).count ?? 0;
  };
  expect([await ticked(), await ticked()]).toEqual([1, 2]);
  expect(await ticked(() => call("DELETE", `/_user/${user.username}`))).toBe(2);
  // No call reaches it by its path.
  expect((await call("PUT", "/ticks/_doc/mine?refresh=true", {})).status).toBe(201);
  await Promise.all(gateways.map((one) => one.close()));
  await services.scripts.close();
});
