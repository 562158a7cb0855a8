import { MessageChannel } from "node:worker_threads";
import { afterEach, describe, expect, it } from "vitest";
import { MOST_MS, waitedMs } from "../../../../tests/setup/busy";
import type { EngineRequest } from "../../port";
import { Readers } from "./readers";

// A thread that does what the path says: `/now`, `/slow` (half a second, with turns), `/hold` (for ever, without),
// `/wait` (until it is aborted), `/eat` (all memory).
const PROGRAM = new URL(
  `data:text/javascript,${encodeURIComponent(`
import { parentPort, threadId, workerData } from "node:worker_threads";
const cells = new Int32Array(workerData.pulse);
const beat = () => Atomics.store(cells, 0, Math.round(performance.timeOrigin + performance.now()) | 0);
beat();
setInterval(beat, 25);
Atomics.store(cells, 2, 200);
const waiting = new Map();
parentPort.on("message", (message) => {
  const answer = (id, body) => parentPort.postMessage({ kind: "answer", id, response: { status: 200, contentType: "", body: body ?? String(threadId) } });
  if (message.kind === "abort") return answer(message.id, "aborted");
  if (message.kind === "close") return parentPort.postMessage({ kind: "closed" });
  const { id, request } = message;
  if (request.path.startsWith("/now")) return answer(id);
  if (request.path.startsWith("/slow")) return setTimeout(() => answer(id), 500);
  if (request.path.startsWith("/hold")) for (;;);
  if (request.path.startsWith("/eat")) for (const kept = []; ; ) kept.push(new Array(1000).fill({}));
});
parentPort.postMessage({ kind: "ready" });
`)}`,
);

let readers: Readers;
const logged: string[] = [];

function open(limits: ConstructorParameters<typeof Readers>[0]["limits"] = {}): void {
  logged.length = 0;
  readers = new Readers({
    program: PROGRAM,
    folder: "none",
    follow: () => new MessageChannel().port2,
    log: (message, details) => logged.push(`${message}: ${String(details?.["reason"])}`),
    limits: { holds: 400, goneHolds: 100, ...limits },
  });
}

afterEach(() => readers.close());

const ask = (path: string, more: Partial<EngineRequest> = {}) => readers.ask({ method: "GET", path, ...more });

describe("threads that read", () => {
  it("are two at work, and no more", async () => {
    open();
    const answers = await Promise.all(Array.from({ length: 40 }, () => ask("/slow/_search")));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(2);
  });

  it("wait their turn where each has begun as many as it may", async () => {
    open({ atOnce: 2 });
    const began = performance.now();
    await Promise.all(Array.from({ length: 8 }, () => ask("/slow/_search")));
    expect(performance.now() - began).toBeGreaterThan(900);
  });

  it("take vectors all in one", async () => {
    open();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => ask("/slow/_search", { method: "POST", body: '{"query":{"knn":{}}}' })),
    );
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  });

  it("refuse what comes when a thousand wait", async () => {
    open({ atOnce: 1 });
    const all = await Promise.all(Array.from({ length: 1_003 }, () => ask("/now/_search")));
    const refused = all.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(1);
    expect(refused[0]?.body).toContain("es_rejected_execution_exception");
  });
});

it("small reads leave a thread to a large one", async () => {
  open({ holds: 1_500 });
  await Promise.all([ask("/slow/_search"), ask("/slow/_search")]);
  const held = ask("/hold/_search", { method: "POST", body: " ".repeat(100_000) });
  // More than would go to one thread while the other seems free.
  const read = () => Promise.all(Array.from({ length: 12 }, () => ask("/now/_search")));
  expect(await waitedMs(read, MOST_MS)).toBeLessThan(MOST_MS);
  expect((await held).status).toBe(429);
});

describe("a read that keeps its thread", () => {
  it("is ended with it, asked again alone, and refused; those beside it are answered", async () => {
    open();
    await ask("/now/_search");
    const held = ask("/hold/_search");
    const others = await Promise.all(Array.from({ length: 30 }, () => ask("/slow/_search")));
    expect(others.every(({ status }) => status === 200)).toBe(true);
    const { status, body } = await held;
    expect(status).toBe(429);
    expect(body).toContain("circuit_breaking_exception");
    expect(logged.filter((line) => /gave the thread no turn/.test(line))).toHaveLength(2);
    expect((await ask("/now/_search")).status).toBe(200);
  });

  it("holds nobody else up longer than a moment", async () => {
    open({ holds: 1_000 });
    await Promise.all([ask("/slow/_search"), ask("/slow/_search")]);
    const held = ask("/hold/_search");
    await new Promise((resolve) => setTimeout(resolve, 100));
    for (let at = 0; at < 20; at++) expect(await waitedMs(() => ask("/now/_search"), MOST_MS)).toBeLessThan(MOST_MS);
    await held;
  });

  it("is ended sooner where its caller has gone, and not asked again", async () => {
    open({ holds: 60_000 });
    await ask("/now/_search");
    const controller = new AbortController();
    const held = ask("/hold/_search", { signal: controller.signal });
    controller.abort();
    expect((await held).body).toContain("task_cancelled_exception");
    expect(logged).toHaveLength(1);
  });

  it("is refused where it fills the memory of a thread, and the process goes on", async () => {
    open({ heap: 20 * 1024 ** 2 });
    const { status, body } = await ask("/eat/_search");
    expect(status).toBe(429);
    expect(body).toContain("circuit_breaking_exception");
    expect((await ask("/now/_search")).status).toBe(200);
  });
});

it("a caller who goes while his read waits for a turn is answered without one", async () => {
  open({ atOnce: 1 });
  const busy = [ask("/slow/_search"), ask("/slow/_search")];
  const controller = new AbortController();
  const waiting = ask("/wait/_search", { signal: controller.signal });
  controller.abort();
  expect((await waiting).body).toContain("task_cancelled_exception");
  await Promise.all(busy);
});

it("one that holds much ends when it has nothing to do, and another takes its place", async () => {
  open({ idle: 200 });
  await ask("/now/_search");
  const before = readers.all;
  await expect.poll(() => before.every((thread) => readers.all.includes(thread))).toBe(false);
  expect(readers.all).toHaveLength(2);
  expect((await ask("/now/_search")).status).toBe(200);
});

it("when they are closed, what waits is rejected", async () => {
  open();
  const waiting = ask("/wait/_search");
  const outcome = waiting.then(
    () => "answered",
    () => "rejected",
  );
  await readers.close();
  expect(await outcome).toBe("rejected");
});
