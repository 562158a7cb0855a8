// @vitest-environment node
import { PIPELINES_LIMITS } from "@common/limits/pipelines";
import type { JsonValue } from "@common/text/json";
import type { Context } from "@backend/gateway/platform/http/types";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type AnswerCache, createAnswerCache } from "../stages/answer-cache";
import { ownCall } from "../stages/own-call";
import type { StageServices } from "../stages/services";
import type { PipelineStage } from "@common/pipelines/document/types";
import { inOrder } from "./order";
import { createPerform, type Performed } from "./perform";
import type { ReadyPipeline, Run, RunState, StageRecord, StageWork } from "./types";

// Each bound of a run of a pipeline, and one past it.

const { stageTime, runTime, context: contextBound, cached } = PIPELINES_LIMITS;

const stageOf = (id: string, more: Partial<PipelineStage> = {}): PipelineStage => ({
  id,
  use: "reactivesearchQuery",
  enabled: true,
  description: "",
  async: false,
  continueOnError: true,
  needs: [],
  inputs: {},
  script: null,
  scriptRef: null,
  trigger: null,
  ...more,
});

const context = {
  method: "POST",
  path: "/find",
  segments: ["find"],
  query: {},
  params: {},
  headers: {},
  socketAddress: "127.0.0.1",
  provenAddress: "127.0.0.1",
  signal: new AbortController().signal,
  record: {},
} as unknown as Context;
const route: Run["route"] = {
  path: "/find",
  method: "POST",
  classify: { category: "reactivesearch", acl: null },
  recordLogs: false,
};
const admin = { kind: "user", user: { username: "foo", is_admin: true, categories: [], acls: [], indices: [] } };

const pipelineOf = (stages: PipelineStage[]) =>
  ({ id: "p", document: { stages, envs: {} }, scripts: {}, author: admin }) as unknown as ReadyPipeline;

function runOf(stages: PipelineStage[]): Run {
  return {
    pipeline: pipelineOf(stages),
    route,
    access: { kind: "search", category: "reactivesearch", op: "read" },
    context,
    state: { request: { method: "POST", path: "/find", headers: {}, body: "" }, response: null, envs: {}, values: {} },
    letIn: { caller: admin, both: admin, headers: {} },
    signal: context.signal,
    isTrial: false,
    isOver: false,
  } as unknown as Run;
}

const never = () => new Promise<never>(() => undefined);

/** What a promise gave so far. */
const soFar = (promise: Promise<unknown>) => Promise.race([promise, Promise.resolve("still running")]);

/** Runs stages, and what each of them became. */
async function outcomes(run: Run, workOf: (stage: PipelineStage) => StageWork): Promise<unknown[]> {
  const records: StageRecord[] = [];
  await inOrder(run, { workOf, told: false, records });
  return records.map(({ id, outcome, error }) => [id, outcome, error?.status]);
}

describe("time", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** A pause of so many ms, then a value. */
  const after = (ms: number) => new Promise<string>((resolve) => setTimeout(() => resolve("done"), ms));

  test.each([
    ["in time", stageTime.most - 1, ["slow", "done", undefined]],
    ["too long", stageTime.most + 1, ["slow", "failed", 504]],
    ["for ever", Infinity, ["slow", "failed", 504]],
  ])("stageTime: a stage that takes %s, and the next one", async (_name, ms, expected) => {
    const work = vi.fn(() => (ms === Infinity ? never() : after(ms)));
    const ran = outcomes(runOf([stageOf("slow"), stageOf("next")]), ({ id }) =>
      id === "slow" ? work : async () => "next",
    );
    await vi.advanceTimersByTimeAsync(stageTime.most);
    expect(await soFar(ran)).toEqual([expected, ["next", "done", undefined]]);
  });

  /** Runs a pipeline whose stages take so many ms each; `began`: how many of them were begun. */
  function perform(times: readonly number[]) {
    const began: number[] = [];
    const translate = async () => {
      const ms = times[began.length] ?? 0;
      began.push(ms);
      await (ms === Infinity ? never() : after(ms));
    };
    const performed = createPerform({
      services: { search: { translate } } as unknown as StageServices,
      authors: { find: async () => null },
      globals: async () => ({}),
      secrets: () => [],
      isOpen: true,
    })({
      pipeline: pipelineOf(times.map((_, at) => stageOf(`s${at}`))),
      route,
      params: {},
      context,
      body: "",
      signIn: never,
      told: false,
    });
    return { began, performed: performed.then(({ reply }: Performed) => reply.status) };
  }

  test("runTime: stages that take no longer together, however many", async () => {
    const third = runTime.most / 3;
    const { began, performed } = perform([third, third, third - 1]);
    await vi.advanceTimersByTimeAsync(runTime.most);
    expect([await soFar(performed), began.length]).toEqual([200, 3]);
  });

  test.each([
    ["stages that never end", [Infinity, Infinity, Infinity], 2],
    ["a stage that takes the last bit too long", [20_000, 20_000, 20_001, 0], 3],
  ])("runTime: %s end the run with 504, and no further stage begins", async (_name, times, count) => {
    const { began, performed } = perform(times);
    await vi.advanceTimersByTimeAsync(runTime.most - 1);
    expect(await soFar(performed)).toBe("still running");
    await vi.advanceTimersByTimeAsync(1);
    expect([await soFar(performed), began.length]).toEqual([504, count]);
  });
});

describe("context", () => {
  const called = (length: number) =>
    ownCall(
      runOf([]),
      { innerCall: async () => ({ status: 200, headers: {}, body: "a".repeat(length) }) },
      { method: "GET", path: "/shoes/_search", query: "", headers: {}, body: "" },
    );

  test("an answer of this server's own call", async () => {
    expect((await called(contextBound.most)).body).toHaveLength(contextBound.most);
    await expect(called(contextBound.most + 1)).rejects.toThrow(/the answer of \/shoes\/_search is longer/);
  });

  test.each([
    ["one after the other", false],
    ["beside each other", true],
  ])("results of stages %s, together", async (_name, async) => {
    const most = "a".repeat(contextBound.most - 1);
    const results: Record<string, JsonValue> = { first: most, over: ["bc"], fits: ["d"] };
    const run = runOf(Object.keys(results).map((id) => stageOf(id, { async })));
    expect(
      await outcomes(
        run,
        ({ id }) =>
          async () =>
            results[id],
      ),
    ).toEqual([
      ["first", "done", undefined],
      ["over", "failed", 400],
      ["fits", "done", undefined],
    ]);
    expect(Object.keys(run.state.values)).toEqual(["first", "fits"]);
  });

  test("an answer that is a result too counts once", async () => {
    const body = "a".repeat(contextBound.most);
    const answer: StageWork = async (run) => {
      run.state = { ...run.state, response: { code: 200, headers: {}, body } };
      return body;
    };
    expect(await outcomes(runOf([stageOf("answer")]), () => answer)).toEqual([["answer", "done", undefined]]);
  });
});

describe("cached", () => {
  const FRESH = 60_000;
  const empty: RunState["search"] = {
    relevance: null,
    boosts: [],
    waiting: [],
    translated: null,
    found: null,
    unrecorded: null,
  };
  const answerOf = (length: number, search = empty) => ({
    response: { code: 200, headers: {}, body: "a".repeat(length) },
    search,
  });
  /** A tenth of all: the largest that one answer may be. */
  const LARGEST = Math.floor(cached.most / 10) - 2_000;
  const heldIn = (cache: AnswerCache, keys: readonly string[]) => keys.filter((key) => cache.get(key) !== null);
  const keys = Array.from({ length: 11 }, (_, at) => `k${at}`);

  test("answers over the bound push the oldest out", () => {
    const cache = createAnswerCache();
    for (const key of keys.slice(0, 10)) cache.put(key, answerOf(LARGEST));
    expect(heldIn(cache, keys)).toEqual(keys.slice(0, 10));
    cache.put("k10", answerOf(LARGEST));
    expect(heldIn(cache, keys)).toEqual(keys.slice(1));
  });

  test("one that is too large alone is not kept, and takes no other with it", () => {
    const cache = createAnswerCache();
    cache.put("small", answerOf(1));
    cache.put("large", answerOf(LARGEST + 1));
    expect(heldIn(cache, ["small", "large"])).toEqual(["small"]);
  });

  const text = "a".repeat(LARGEST + 1);
  test.each<[string, Partial<RunState["search"]>]>([
    ["asked", { translated: { prepared: {} as never, text } }],
    ["found", { found: { text, took: 1, totalHits: 1, status: 200, headers: {} } }],
  ])("what was %s counts too", (_name, search) => {
    const cache = createAnswerCache();
    cache.put("large", answerOf(0, { ...empty, ...search }));
    expect(heldIn(cache, ["large"])).toEqual([]);
  });

  test("an answer is given again for a minute", () => {
    let now = 0;
    const cache = createAnswerCache(() => now);
    cache.put("key", answerOf(1));
    now = FRESH - 1;
    expect(cache.get("key")).not.toBeNull();
    now = FRESH;
    expect(cache.get("key")).toBeNull();
  });
});
