import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createServices } from "@backend/gateway/gateway";
import { createCronKeeper, tickBetween } from "@backend/gateway/rules/cron/keeper";
import { startTarget, type Target } from "../../replay/target";
import { scriptWorker } from "../../setup/script-worker";
import { basic } from "../api";

let target: Target;

beforeAll(async () => {
  target = await startTarget();
}, 60_000);
afterAll(() => target.close());

async function call(method: string, path: string, body?: unknown, type = "application/json") {
  const response = await fetch(`${target.url}${path}`, {
    method,
    headers: { Authorization: basic("foo", "bar"), "Content-Type": type },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as unknown };
}

const SCRIPT = `function handleRequest() {
  const lines = context.request.body.split("\\n").map((line) => {
    if (line.trim() === "") return line;
    const item = JSON.parse(line);
    return JSON.stringify(item.index || item.create ? item : { ...item, seen: context.envs.acl });
  });
  return { body: lines.join("\\n") };
}`;

describe("a rule with an index trigger", () => {
  test("changes documents that are written, where its condition holds", async () => {
    const made = await call("POST", "/_rule", { trigger: { type: "index", expression: "'shop' in $index" }, actions: [{ type: "script", script: SCRIPT }] });
    expect(made.status).toBe(201);
    await call("PUT", "/shop/_doc/1?refresh=true", { a: 1 });
    await call("POST", "/shop/_bulk?refresh=true", '{"index":{"_id":"2"}}\n{"a":2}\n', "application/x-ndjson");
    await call("PUT", "/other/_doc/1?refresh=true", { a: 1 });
    expect((await call("GET", "/shop/_doc/1")).body).toMatchObject({ _source: { a: 1, seen: "index" } });
    expect((await call("GET", "/shop/_doc/2")).body).toMatchObject({ _source: { a: 2, seen: "bulk" } });
    expect((await call("GET", "/other/_doc/1")).body).toMatchObject({ _source: { a: 1 } });
  });

  test("whose script fails refuses the document", async () => {
    const script = "function handleRequest() { throw new Error('no') }";
    await call("POST", "/_rule", { name: "Odd", trigger: { type: "index", expression: "'odd' in $index" }, actions: [{ type: "script", script }] });
    expect(await call("PUT", "/odd/_doc/1", { a: 1 })).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining("the script of the rule Odd failed") } },
    });
  });
});

describe("a rule by the clock", () => {
  test.each([
    ["*/5 * * * *", "2024-01-01T00:04:58Z", "2024-01-01T00:05:03Z", "2024-01-01T00:05:00.000Z"],
    ["*/5 * * * *", "2024-01-01T00:05:00Z", "2024-01-01T00:05:05Z", null],
    ["0 3 * * mon", "2024-01-01T02:59:59Z", "2024-01-01T03:00:00Z", "2024-01-01T03:00:00.000Z"],
    ["*/2 * * * * *", "2024-01-01T00:00:00Z", "2024-01-01T00:00:05Z", "2024-01-01T00:00:04.000Z"],
  ])("%s between %s and %s", (line, after, until, tick) => {
    const found = tickBetween(line, { after: Date.parse(after), until: Date.parse(until) });
    expect(found === null ? null : new Date(found).toISOString()).toBe(tick);
  });

  test("runs once for each tick over two gateways", async () => {
    await call("POST", "/_rule", {
      name: "Tick",
      trigger: { type: "cron", expression: "* * * * *" },
      actions: [{ type: "script", script: "console.log('ran ' + context.envs.now)" }],
    });
    const lines: string[] = [];
    const log = pino({ level: "info" }, { write: (line: string) => void lines.push(line) });
    let now = Date.parse("2024-01-01T00:00:58Z");
    const services = createServices({ engine: target.engine, log, scriptWorker });
    const keepers = [createCronKeeper({ ...services, now: () => now }), createCronKeeper({ ...services, now: () => now })];
    now += 5_000;
    await Promise.all(keepers.map((keeper) => keeper.look()));
    await Promise.all(keepers.map((keeper) => keeper.look()));
    const tick = Date.parse("2024-01-01T00:01:00Z") / 1000;
    expect(lines.filter((line) => line.includes(`ran ${tick}`))).toHaveLength(1);
    now += 60_000;
    await Promise.all(keepers.map((keeper) => keeper.look()));
    expect(lines.filter((line) => line.includes("ran "))).toHaveLength(2);
    await services.scripts.close();
  });
});
