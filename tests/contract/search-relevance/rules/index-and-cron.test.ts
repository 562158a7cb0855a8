import { pino } from "pino";
import * as z from "zod";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createServices } from "@backend/gateway/gateway";
import { tickBetween } from "@backend/gateway/resources/search-relevance/rules/cron/clock";
import { createCronKeeper } from "@backend/gateway/resources/search-relevance/rules/cron/keeper";
import { startTarget, type Target } from "../../../replay/target";
import { scriptWorker } from "../../../setup/script-worker";
import { basic } from "../../api";

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
    const made = await call("POST", "/_rule", {
      trigger: { type: "index", expression: "'shop' in $index" },
      actions: [{ type: "script", script: SCRIPT }],
    });
    expect(made.status).toBe(201);
    await call("PUT", "/shop/_doc/1?refresh=true", { a: 1 });
    await call("POST", "/shop/_bulk?refresh=true", '{"index":{"_id":"2"}}\n{"a":2}\n', "application/x-ndjson");
    await call("PUT", "/other/_doc/1?refresh=true", { a: 1 });
    expect((await call("GET", "/shop/_doc/1")).body).toMatchObject({ _source: { a: 1, seen: "index" } });
    expect((await call("GET", "/shop/_doc/2")).body).toMatchObject({ _source: { a: 2, seen: "bulk" } });
    expect((await call("GET", "/other/_doc/1")).body).toMatchObject({ _source: { a: 1 } });
  });

  test.each([
    ["fails", "function handleRequest() { throw new Error('no') }", "Error: no"],
    ["gives no JSON", "function handleRequest() { return { body: '{' } }", ""],
    ["gives no line of a bulk", "function handleRequest() { return { body: '{\"a\":1}\\nx' } }", ""],
  ])("whose script %s lets the documents be written as they are, and is counted", async (_name, script, message) => {
    const made = await call("POST", "/_rule", {
      name: "Odd",
      trigger: { type: "index", expression: "'odd' in $index" },
      actions: [{ type: "script", script }],
    });
    const { id } = z.object({ id: z.string() }).parse(made.body);
    expect(
      (await call("POST", "/odd/_bulk?refresh=true", '{"index":{"_id":"2"}}\n{"a":2}\n', "application/x-ndjson")).body,
    ).toMatchObject({ errors: false });
    expect((await call("GET", "/odd/_doc/2")).body).toMatchObject({ _source: { a: 2 } });
    expect((await call("GET", `/_rule/${id}`)).body).toMatchObject({
      failures: { count: 1, recent: [{ message: expect.stringContaining(message) }] },
    });
    await call("DELETE", `/_rule/${id}`);
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

  test("whose script fails is counted, and the others run", async () => {
    const script = "function handleCron() { console.log('so far'); throw new Error('no') }";
    const made = await call("POST", "/_rule", {
      name: "Odd",
      trigger: { type: "cron", expression: "* * * * *" },
      actions: [{ type: "script", script }],
    });
    const { id } = z.object({ id: z.string() }).parse(made.body);
    let now = Date.parse("2023-01-01T00:00:58Z");
    const services = createServices({ engine: target.engine, log: pino({ level: "silent" }), scriptWorker });
    const keeper = createCronKeeper({ ...services, now: () => now });
    now += 5_000;
    await keeper.look();
    await services.ruleFailures.close();
    expect((await call("GET", `/_rule/${id}`)).body).toMatchObject({
      failures: { count: 1, recent: [{ message: expect.stringContaining("Error: no"), logs: ["so far"] }] },
    });
    await call("DELETE", `/_rule/${id}`);
    await services.scripts.close();
  });

  test("failures that two gateways count at once are added up", async () => {
    const made = await call("POST", "/_rule", {
      name: "Odd",
      trigger: { type: "always" },
      actions: [{ type: "script", script: "function handleRequest() { throw 1 }" }],
    });
    const { id } = z.object({ id: z.string() }).parse(made.body);
    const gateways = [1, 2].map(() =>
      createServices({ engine: target.engine, log: pino({ level: "silent" }), scriptWorker }),
    );
    for (let round = 0; round < 3; round++) {
      for (const { rules, ruleFailures } of gateways) {
        const kept = await rules.get(id);
        for (let failure = 0; failure < 4; failure++)
          if (kept) ruleFailures.note(kept, { message: `failure ${failure}` });
      }
      await Promise.all(gateways.map(({ ruleFailures }) => ruleFailures.close()));
    }
    expect((await call("GET", `/_rule/${id}`)).body).toMatchObject({ failures: { count: 24 } });
    await call("DELETE", `/_rule/${id}`);
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
    const keepers = [
      createCronKeeper({ ...services, now: () => now }),
      createCronKeeper({ ...services, now: () => now }),
    ];
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
