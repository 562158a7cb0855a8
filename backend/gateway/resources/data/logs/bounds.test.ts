import { pino } from "pino";
import { expect, test, vi } from "vitest";
import * as z from "zod";
import { LOGS_LIMITS } from "@common/limits/logs";
import type { Engine } from "@backend/engine/port";
import type { Route, SignedContext } from "@backend/gateway/platform/http/types";
import { toRecord } from "@backend/gateway/platform/recording/record";
import { createRecorder } from "@backend/gateway/platform/recording/recorder";
import type { RecordedCall } from "@backend/gateway/platform/recording/recorded-call";
import { UNKNOWN } from "@backend/gateway/platform/recording/scope";
import { ownFilters } from "./own-filters";
import { logSearchBody } from "./query";
import { type LogServices, searchLogs } from "./search";

// Each bound of the request log, and one past it.

const {
  loggedBody,
  loggedAddress,
  loggedWords,
  loggedReason,
  loggedIndices,
  recordsWaiting,
  recordsWaitingSize,
  newestRecords,
  listed,
  window,
  filter,
} = LOGS_LIMITS;

// Only what a record is made of.
const context = {
  segments: ["books", "_search"],
  path: "/books/_search",
  query: {},
  indices: ["books"],
  method: "POST",
  headers: {},
  socketAddress: "127.0.0.1",
  provenAddress: "127.0.0.1",
  record: {},
} as unknown as SignedContext;
const CALL: RecordedCall = {
  route: { log: true, access: { kind: "search", category: "search" } } as unknown as Route,
  context,
  caller: null,
  reply: { status: 200, headers: {}, body: "{}" },
  requestBody: "{}",
  took: 1,
};

function recordOf(call: Partial<RecordedCall>) {
  const made = toRecord({ ...CALL, ...call });
  if (made === null) throw new Error("the call is not logged");
  return made.record;
}
const text = (length: number) => "x".repeat(length);
const failing = (length: number) => ({
  status: 400,
  headers: {},
  body: JSON.stringify({ error: { message: text(length) } }),
});

test.each<[string, number, (length: number) => string | undefined]>([
  ["loggedBody of a call", loggedBody.most, (length) => recordOf({ requestBody: text(length) }).request.body],
  [
    "loggedBody of an answer",
    loggedBody.most,
    (length) => recordOf({ reply: { ...CALL.reply, body: text(length) } }).response.body,
  ],
  [
    "loggedAddress",
    loggedAddress.most,
    (length) => recordOf({ context: { ...context, path: text(length) } }).origin.url,
  ],
  ["loggedWords", loggedWords.most, (length) => recordOf({ requestBody: text(length) }).origin.text],
  ["loggedReason", loggedReason.most, (length) => recordOf({ reply: failing(length) }).origin.reason],
])("%s", (_name, most, kept) => {
  expect([kept(most - 1), kept(most), kept(most + 1)].map((one) => one?.length)).toEqual([most - 1, most, most]);
});

test("loggedIndices", () => {
  const scope = (length: number) => recordOf({ context: { ...context, indices: [text(length)] } }).origin.paths;
  expect([scope(loggedIndices.most), scope(loggedIndices.most + 1)]).toEqual([text(loggedIndices.most), UNKNOWN]);
});

const LineSchema = z.object({ request: z.object({ body: z.string() }) });
/** A recorder whose engine answers once it is let, and what it was sent. */
function heldRecorder() {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const bodies: number[] = [];
  const engine: Engine = async ({ body }) => {
    await held;
    const lines = String(body).trim().split("\n");
    const records = lines.flatMap((line, at) => (at % 2 === 1 ? [LineSchema.parse(JSON.parse(line))] : []));
    bodies.push(...records.map(({ request }) => request.body.length));
    return { status: 200, headers: {}, contentType: "application/json", body: '{"errors":false,"items":[]}' };
  };
  const index = {
    alias: () => ".logs",
    current: () => Promise.resolve(".logs-000001"),
    prune: () => Promise.resolve(),
  };
  return { ...createRecorder({ engine, index, log: pino({ level: "silent" }) }), bodies, release };
}

test("recordsWaiting", async () => {
  const recorder = heldRecorder();
  for (let n = 0; n < recordsWaiting.most; n++) recorder.record(CALL);
  expect(recorder.dropped()).toBe(0);
  recorder.record(CALL);
  expect(recorder.dropped()).toBe(1);
  recorder.release();
  await recorder.close();
  expect(recorder.bodies).toHaveLength(recordsWaiting.most);
});

test("recordsWaitingSize", async () => {
  const recorder = heldRecorder();
  const large = { ...CALL, requestBody: text(loggedBody.most) };
  // Each is a little longer than its body.
  const whole = Math.ceil(recordsWaitingSize.most / (loggedBody.most + loggedWords.most + 1_000));
  for (let n = 0; n < whole + 3; n++) recorder.record(large);
  recorder.release();
  await recorder.close();
  const lengths = recorder.bodies.map((length) => length > 0);
  const kept = lengths.filter(Boolean).length;
  expect(kept * loggedBody.most).toBeLessThanOrEqual(recordsWaitingSize.most + loggedBody.most);
  expect([kept >= whole, lengths.length, lengths.lastIndexOf(true)]).toEqual([true, whole + 3, kept - 1]);
  expect(recorder.dropped()).toBe(0);
});

test("newestRecords", async () => {
  const recorder = heldRecorder();
  const asked: string[] = [];
  const engine: Engine = async ({ path }) => {
    asked.push(path);
    return { status: 200, contentType: "application/json", body: "{}" };
  };
  const search = () => {
    const logIndex = { alias: () => ".logs" } as LogServices["logIndex"];
    return searchLogs({ engine, recorder, logIndex }, { body: {}, schema: z.object({}), context });
  };
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  try {
    recorder.record(CALL);
    const late = search();
    await vi.advanceTimersByTimeAsync(newestRecords.most - 1);
    expect(asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await late;
    // The batch has been on its way for so long: nobody else waits for it.
    await search();
    expect(asked).toEqual(["/.logs/_search", "/.logs/_search"]);
  } finally {
    vi.useRealTimers();
  }
  recorder.release();
  await recorder.close();
  expect(recorder.bodies).toHaveLength(1);
});

const listOf = (query: Record<string, string>) => logSearchBody({ query, visible: [], latency: false });

test("listed", () => {
  expect([listed.most, listed.most + 1].map((size) => listOf({ size: String(size) })["size"])).toEqual([
    listed.most,
    100,
  ]);
});

test("window", () => {
  const from = (last: number) => () => listOf({ size: "10", from: String(last - 10) });
  expect(from(window.most)).not.toThrow();
  expect(from(window.most + 1)).toThrow(expect.objectContaining({ status: 400 }));
});

test("filter", () => {
  const clause = (length: number) => ownFilters({ ...context, query: { route: text(length) } }).clauses;
  expect(JSON.stringify(clause(filter.most))).toContain(text(filter.most));
  expect(clause(filter.most + 1)).toEqual(clause(filter.most));
});
