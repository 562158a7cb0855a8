import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import variant from "@jitl/quickjs-wasmfile-release-sync";
import { newQuickJSWASMModuleFromVariant } from "quickjs-emscripten-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { HELD_LIMITS } from "@common/limits/held";
import { SCRIPTS_LIMITS } from "@common/limits/scripts";
import { scriptWorker } from "../../../../../../tests/setup/script-worker";
import {
  createEndpointAccess,
  EndpointRulesSchema,
} from "@backend/gateway/resources/data/reactivesearch/endpoint-access";
import { ScriptPool } from "./pool";
import { createScripts, type Scripts } from "./service";
import { runScript } from "./sandbox";
import { CRON_LIMITS, CRON_TRIAL_LIMITS, LIMITS, type ScriptLimits } from "./types";

// Each bound of scripts of rules, and one past it. What a script may take of memory, stack and answer is in
// scripts.test.ts.

const {
  time,
  cronTime,
  cronTrialTime,
  threadMemory,
  input,
  waiting,
  lines,
  printed,
  errorText,
  fetches,
  fetchedAnswer,
  fetchTime,
} = SCRIPTS_LIMITS;

let server: Server;
let url: string;
let scripts: Scripts;

beforeAll(async () => {
  server = createServer(({ url: path = "" }, response) => {
    const [kind, amount] = path.split("/").slice(-2);
    if (kind === "after") setTimeout(() => response.end(), Number(amount));
    else response.end(Buffer.alloc(Number(amount), "x"));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/open`;
  scripts = createScripts({ program: scriptWorker, access: createEndpointAccess(EndpointRulesSchema.parse(url)) });
});
afterAll(async () => {
  await scripts.close();
  server.close();
});

const runOf = (script: string, context = "{}") => ({
  script,
  handler: "handleRequest" as const,
  limits: LIMITS,
  context,
});
const doing = (body: string) => runOf(`async function handleRequest() { ${body} }`);

test("scripts of one caller: one past his share is refused, others go on, and what has ended is room again", async () => {
  const run = (owner?: string) => scripts.run(doing("return 1"), "search", owner);
  const mine = Array.from({ length: HELD_LIMITS.scriptsOfOne.most }, () => run("user mine"));
  await expect(run("user mine")).rejects.toMatchObject({ status: 429 });
  expect(await Promise.all([run("user theirs"), run()])).toMatchObject([{ kind: "done" }, { kind: "done" }]);
  expect((await Promise.all(mine)).every(({ kind }) => kind === "done")).toBe(true);
  expect(await run("user mine")).toMatchObject({ kind: "done", result: "1" });
});

test("a script that never ends is ended in time", async () => {
  const started = performance.now();
  expect(await scripts.run(doing("for (;;);"))).toMatchObject({
    kind: "failed",
    message: `the script took longer than ${time.most / 1000} s`,
  });
  expect(performance.now() - started).toBeGreaterThanOrEqual(time.most);
}, 20_000);

// Minutes pass on a clock of its own.
test.each<[string, number, ScriptLimits]>([
  ["cronTime", cronTime.most, CRON_LIMITS],
  ["cronTrialTime", cronTrialTime.most, CRON_TRIAL_LIMITS],
])("%s", async (_name, most, limits) => {
  const module = await newQuickJSWASMModuleFromVariant(variant);
  vi.useFakeTimers({ toFake: ["Date", "setTimeout"] });
  try {
    const after = (ms: number) => {
      const outside = () => new Promise<{ error: string }>((resolve) => setTimeout(() => resolve({ error: "no" }), ms));
      const job = {
        id: 1,
        script: `async function handleCron() { await fetch("${url}").catch(() => 1); return 2 }`,
        handler: "handleCron" as const,
        context: "{}",
        limits,
      };
      return runScript(module, job, outside);
    };
    const [taken, over] = [after(most), after(most + 1)];
    await vi.advanceTimersByTimeAsync(most + 10);
    expect(await taken).toMatchObject({ kind: "done", result: "2" });
    expect(await over).toMatchObject({ kind: "failed", message: `the script took longer than ${most / 1000} s` });
  } finally {
    vi.useRealTimers();
  }
});

test("memory of a thread's interpreter", async () => {
  const pool = new ScriptPool({ program: scriptWorker, size: 1, fetch: async () => ({ error: "no" }) });
  // A script alone may not take so much.
  const taking = (bytes: number) =>
    pool.run({
      ...doing(`return new Uint8Array(${bytes}).length`),
      limits: { ...LIMITS, memory: 4 * threadMemory.most },
    });
  expect(await taking(threadMemory.most / 2)).toMatchObject({ kind: "done", spent: false });
  expect(await taking(threadMemory.most + 1)).toMatchObject({ kind: "done", spent: true });
  expect(await taking(1)).toMatchObject({ kind: "done", spent: false });
  await pool.close();
});

test("time of a fetch", async () => {
  const body = `const all = await Promise.allSettled([${fetchTime.most - 1_000}, ${fetchTime.most + 5_000}].map((ms) => fetch("${url}/after/" + ms)));
    return all.map(({ status, reason }) => reason ? reason.message : status)`;
  const outcome = await scripts.run({ ...doing(body), limits: CRON_LIMITS }, "cron");
  expect(outcome).toMatchObject({ kind: "done", result: expect.stringMatching(/^\["fulfilled","[^"]*timeout/) });
}, 20_000);

test("input", async () => {
  const pool = new ScriptPool({ program: scriptWorker, size: 1, fetch: async () => ({ error: "no" }) });
  const of = (length: number) => pool.run(runOf("", `"${"x".repeat(length - 2)}"`));
  expect(await of(input.most + 1)).toMatchObject({
    kind: "failed",
    message: "request and response are too long for a script",
  });
  expect(await of(input.most)).not.toMatchObject({ message: "request and response are too long for a script" });
  await pool.close();
});

test("scripts that wait", async () => {
  const pool = new ScriptPool({ program: scriptWorker, size: 1, fetch: async () => ({ error: "no" }) });
  const runs = await Promise.all(Array.from({ length: waiting.most + 1 }, () => pool.run(runOf(""))));
  expect(runs.flatMap((one) => (one.kind === "failed" ? [one.message] : []))).toEqual([
    "too many scripts are waiting to run",
  ]);
  await pool.close();
});

test("lines and characters that are printed", async () => {
  const logs = async (body: string) => (await scripts.run(doing(body))).logs;
  expect(await logs(`for (let n = 0; n < ${lines.most}; n++) console.log(n)`)).toHaveLength(lines.most);
  const past = await logs(`for (let n = 0; n < ${lines.most + 1}; n++) console.log(n)`);
  expect([past.length, past.at(-1)]).toEqual([lines.most + 1, "… more lines were left out"]);
  const two = (length: number) => logs(`console.log("x".repeat(${length})); console.log("y")`);
  expect((await two(printed.most - 1)).at(-1)).toBe("y");
  expect((await two(printed.most)).at(-1)).toBe("… more lines were left out");
});

test("message of an error", async () => {
  const said = async (length: number) => {
    const outcome = await scripts.run(doing(`throw "x".repeat(${length})`));
    return outcome.kind === "failed" ? outcome.message.replace("the script threw ", "").length : 0;
  };
  expect([await said(errorText.most), await said(errorText.most + 1)]).toEqual([errorText.most, errorText.most]);
});

test("calls of fetch, and what they give", async () => {
  const calls = (count: number) =>
    scripts.run(doing(`for (let n = 0; n < ${count}; n++) await fetch("${url}/1"); return 1`));
  expect(await calls(fetches.most)).toMatchObject({ kind: "done" });
  expect(await calls(fetches.most + 1)).toMatchObject({
    kind: "failed",
    message: expect.stringContaining(`at most ${fetches.most} times`),
  });
  const fetched = (bytes: number) =>
    scripts.run(doing(`return (await (await fetch("${url}/${bytes}")).text()).length`));
  expect(await fetched(fetchedAnswer.most)).toMatchObject({ kind: "done", result: String(fetchedAnswer.most) });
  expect(await fetched(fetchedAnswer.most + 1)).toMatchObject({
    kind: "failed",
    message: expect.stringContaining("longer than"),
  });
});
