import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { createServices } from "@backend/gateway/gateway";
import { createCronKeeper } from "@backend/gateway/resources/search-relevance/rules/cron/keeper";
import { fetchAsIs } from "../../../replay/fetch-as-is";
import { startTarget, type Target } from "../../../replay/target";
import { scriptWorker } from "../../../setup/script-worker";
import { basic } from "../../api";

let target: Target;

beforeAll(async () => {
  target = await startTarget();
}, 60_000);
afterAll(() => target.close());

async function call(
  method: string,
  path: string,
  { json, as = basic("foo", "bar") }: { json?: unknown; as?: string } = {},
) {
  const body = json === undefined ? undefined : JSON.stringify(json);
  const answer = await fetchAsIs(`${target.url}${path}`, {
    method,
    headers: { Authorization: as, "Content-Type": "application/json" },
    body,
  });
  expect(answer.status, answer.body).toBeLessThan(300);
  return JSON.parse(answer.body) as unknown;
}

/** What was printed by rules whose time came at each of so many ticks, between which something happens. */
async function printed(between: readonly (() => Promise<unknown>)[]): Promise<number[]> {
  const lines: string[] = [];
  const services = createServices({
    engine: target.engine,
    log: pino({ level: "info" }, { write: (line: string) => void lines.push(line) }),
    scriptWorker,
  });
  let now = Date.parse("2024-01-01T00:00:58Z");
  const keeper = createCronKeeper({ ...services, now: () => now });
  const counts: number[] = [];
  for (const work of [async () => undefined, ...between]) {
    await work();
    await new Promise((resolve) => setTimeout(resolve, 600));
    now += 60_000;
    await keeper.look();
    counts.push(lines.filter((line) => line.includes("tick tock")).length);
  }
  await services.scripts.close();
  return counts;
}

const RULE = {
  trigger: { type: "cron", expression: "* * * * *" },
  actions: [{ type: "script", script: "console.log('tick tock')" }],
};

test("a rule by the clock runs as its author, whose rights are asked for at each tick", async () => {
  const writer = { indices: ["*"], categories: ["rules"], acls: [], ops: ["read", "write"] };
  const { username, password } = z
    .object({ username: z.string(), password: z.string() })
    .parse(await call("POST", "/_permission", { json: writer }));
  const { id } = z
    .looseObject({ id: z.string() })
    .parse(await call("POST", "/_rule", { json: RULE, as: basic(username, password) }));
  const counts = await printed([
    () => call("PATCH", `/_permission/${username}`, { json: { indices: ["shoes"] } }),
    () => call("PATCH", `/_permission/${username}`, { json: { indices: ["*"] } }),
    () => call("DELETE", `/_permission/${username}`),
    () => call("PUT", `/_rule/${id}`, { json: { enabled: true } }),
  ]);
  expect(counts).toEqual([1, 1, 2, 2, 3]);
});
