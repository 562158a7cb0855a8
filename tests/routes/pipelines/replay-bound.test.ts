import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import * as z from "zod";
import type * as limits from "@common/limits/pipelines";
import { type Gate, openGate, startTestBackend, type TestBackend, type Verdict } from "../../setup/backend";
import { testContext } from "../../setup/console";
import { renderedConsole } from "../../setup/rendered";
import { type Browser, browserAt } from "../hostile/support";

// The end of a replay: a server that no longer answers costs the reader no more than the bound, and what was compared
// until then is told.

const MOST_MS = 4_000;
type Limits = typeof limits;
vi.mock("@common/limits/pipelines", async (load: <Module>() => Promise<Module>) => {
  const real = await load<Limits>();
  const { replayTime } = real.PIPELINES_LIMITS;
  return { ...real, PIPELINES_LIMITS: { ...real.PIPELINES_LIMITS, replayTime: { ...replayTime, most: 4_000 } } };
});

const RUNS = 3;
const content = `id: shoes
routes:
  - path: /shoes/_reactivesearch
    method: POST
    classify: { category: reactivesearch }
    recordLogs: true
envs: { index: [shoes] }
stages:
  - use: authorization
  - use: reactivesearchQuery
  - use: elasticsearchQuery
`;
const SEARCH = { query: [{ id: "search", dataField: ["title"], value: "boots", size: 5 }] };

let backend: TestBackend;
let gate: Gate;
let browser: Browser;
beforeAll(async () => {
  backend = await startTestBackend();
  gate = await openGate(backend.url);
  await backend.call("PUT", "/shoes/_doc/1?refresh=true", { title: "old boots" });
  await backend.call("POST", "/_pipeline", { content, extension: "yaml" });
  await backend.call("POST", "/_pipeline/shoes/version", { content, extension: "yaml" });
  for (let run = 0; run < RUNS; run++) await backend.call("POST", "/shoes/_reactivesearch", SEARCH);
  const logs = async () =>
    z.object({ logs: z.array(z.unknown()) }).parse((await backend.call("GET", "/_pipeline/shoes/logs")).body).logs;
  await vi.waitUntil(async () => (await logs()).length === RUNS, { timeout: 20_000, interval: 200 });
  browser = browserAt({ open: await renderedConsole(), context: testContext({ SEARCH_URL: gate.url }) });
  const { username, password } = backend;
  await browser.ask("/login", { form: { intent: "sign-in", url: gate.url, username, password } });
}, 90_000);
afterAll(async () => {
  await gate.close();
  await backend.close();
});

/** Trials that the server got, and those that the console gave up. */
const seen = { trials: 0, givenUp: 0 };
beforeEach(() => Object.assign(seen, { trials: 0, givenUp: 0 }));

/** The server answers so many trials, and leaves the next ones without an answer. */
function answersTrials(count: number) {
  gate.decide(async (path, _bulk, incoming): Promise<Verdict> => {
    if (path !== "/_pipeline/validate") return "pass";
    seen.trials += 1;
    if (seen.trials > count)
      await new Promise<void>((resolve) =>
        incoming.socket.once("close", () => {
          seen.givenUp += 1;
          resolve();
        }),
      );
    return "pass";
  });
}

const replay = async () => {
  const began = performance.now();
  const { text } = await browser.ask("/cluster/pipelines/shoes/validate?version=2&replay=20");
  return { took: performance.now() - began, text: text.replaceAll(/<!-- -->/g, "") };
};

it("compares all where the server answers", async () => {
  answersTrials(Infinity);
  const { text } = await replay();
  expect(text).toMatch(/Runs compared<\/dt><dd[^>]*>3</);
  expect(text).not.toContain("Stopped after");
  expect(seen.trials).toBe(2 * RUNS);
});

it.each([
  ["live version", 4, 2],
  ["draft", 3, 1],
])(
  "stops after its time where the %s is no longer answered, and tells how many were compared",
  async (_, count, compared) => {
    answersTrials(count);
    const { text, took } = await replay();
    expect(text).toContain(`Stopped after ${MOST_MS / 1000} s: ${compared} of 3 runs compared.`);
    expect(text).toMatch(new RegExp(`Runs compared</dt><dd[^>]*>${compared}<`));
    expect(text).toMatch(new RegExp(`Same</dt><dd[^>]*>${compared}<`));
    expect(text).toMatch(/Errors<\/dt><dd[^>]*>0</);
    // Not the time of the console's own patience with a call.
    expect(took).toBeLessThan(MOST_MS + 4_000);
    expect(seen.trials).toBe(count + 1);
    await expect.poll(() => seen.givenUp).toBe(1);
  },
);
