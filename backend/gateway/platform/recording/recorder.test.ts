import { pino } from "pino";
import { describe, expect, it } from "vitest";
import type { Engine, EngineRequest, EngineResponse } from "@backend/engine/port";
import type { Route, SignedContext } from "../http/types";
import { createRecorder } from "./recorder";
import type { RecordedCall } from "./recorded-call";

const index = {
  alias: () => ".logs",
  current: () => Promise.resolve(".logs-000001"),
  prune: () => Promise.resolve(),
};
const log = pino({ level: "silent" });

// Only what a record is made of.
const call = {
  route: { log: true, access: { kind: "search", category: "search" } } as unknown as Route,
  context: {
    segments: ["books", "_search"],
    path: "/books/_search",
    query: {},
    indices: ["books"],
    method: "POST",
    headers: {},
    socketAddress: "127.0.0.1",
    provenAddress: "127.0.0.1",
    record: {},
  } as unknown as SignedContext,
  caller: null,
  reply: { status: 200, headers: {}, body: "{}" },
  requestBody: "{}",
  took: 1,
} satisfies RecordedCall;

const linesOf = ({ body }: EngineRequest) => String(body).trim().split("\n").length / 2;
const written = (lines: number): EngineResponse => ({
  status: 200,
  contentType: "application/json",
  body: JSON.stringify({ errors: false, items: Array.from({ length: lines }, () => ({ index: { status: 201 } })) }),
});

/** A recorder over an engine that answers through `answer`. */
function recorderOver(answer: (request: EngineRequest) => Promise<EngineResponse>) {
  const engine: Engine = (request) => answer(request);
  return createRecorder({ engine, index, log });
}

describe("the request log's writer", () => {
  it("ends a flush with what was there when it began, though records never stop coming", async () => {
    let kept = 0;
    const recorder = recorderOver((request) => {
      kept += linesOf(request);
      // As many come as are written: the queue is never empty.
      for (let more = 0; more < linesOf(request); more++) recorder.record(call);
      return new Promise((resolve) => setImmediate(() => resolve(written(linesOf(request)))));
    });
    for (let n = 0; n < 700; n++) recorder.record(call);
    await recorder.flush();
    expect(kept).toBeGreaterThanOrEqual(700);
    expect(kept).toBeLessThan(2_000);
  });

  it("writes everything that was taken, however many flushes run at once", async () => {
    let kept = 0;
    const recorder = recorderOver((request) =>
      Promise.resolve(written(((kept += linesOf(request)), linesOf(request)))),
    );
    for (let n = 0; n < 1_234; n++) {
      recorder.record(call);
      if (n % 100 === 0) void recorder.flush();
    }
    await Promise.all([recorder.flush(), recorder.flush(), recorder.close()]);
    expect(kept).toBe(1_234);
    expect(recorder.dropped()).toBe(0);
  });

  it("does not keep who asks about the past, nor anybody for longer than he has patience", async () => {
    let answered = () => {};
    const recorder = recorderOver(
      (request) => new Promise((resolve) => (answered = () => resolve(written(linesOf(request))))),
    );
    const past = Date.now() - 1_000;
    recorder.record(call);
    await recorder.flush({ before: past });
    await recorder.flush({ patience: 20 });
    const again = performance.now();
    await recorder.flush({ patience: 20 });
    expect(performance.now() - again).toBeLessThan(20);
    let isWritten = false;
    const written_ = recorder.flush().then(() => (isWritten = true));
    await recorder.flush({ before: Date.now() + 1_000, patience: 20 });
    expect(isWritten).toBe(false);
    answered();
    await written_;
    await recorder.flush({ before: Infinity });
    expect(recorder.dropped()).toBe(0);
  });

  it("drops what the engine refuses, whole or line by line, counts it, and goes on with the next", async () => {
    const blocked: EngineResponse = {
      status: 429,
      contentType: "application/json",
      body: '{"error":{"type":"cluster_block_exception"},"status":429}',
    };
    const half: EngineResponse = {
      ...blocked,
      status: 200,
      body: JSON.stringify({ errors: true, items: [{ index: { status: 201 } }, { index: { status: 429 } }] }),
    };
    const answers = [blocked, half, written(1)];
    const recorder = recorderOver(() => Promise.resolve(answers.shift() ?? written(0)));
    for (const records of [3, 2, 1]) {
      for (let n = 0; n < records; n++) recorder.record(call);
      await recorder.flush();
    }
    expect(recorder.dropped()).toBe(4);
  });
});
