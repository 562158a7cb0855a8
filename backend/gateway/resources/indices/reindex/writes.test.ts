import { afterEach, expect, it, vi } from "vitest";
import { REINDEX_LIMITS } from "@common/limits/reindex";
import type { Engine, EngineRequest, EngineResponse } from "@backend/engine/port";
import { createWrites, type WriteCall } from "./writes";
import { MOST_MS, waitedMs } from "../../../../../tests/setup/busy";

// A gateway whose engine holds one re-index, and answers writes as `write` says.

type Run = { closing: boolean; blocked?: boolean };
const BLOCKED = JSON.stringify({
  error: { type: "cluster_block_exception", reason: "index [films] blocked by: [FORBIDDEN/8/index write (api)];" },
});

function gatewayWith({ run, calls = [] }: { run: () => Run | null; calls?: EngineRequest[] }) {
  const source = () => ({
    kind: "reindex",
    name: "films",
    inPlace: true,
    source: "films",
    target: "films_reindexed_1",
    uuid: "u",
    task: null,
    names: [],
    ...run(),
  });
  const answer = (status: number, body: unknown): EngineResponse => ({
    status,
    contentType: "application/json",
    body: JSON.stringify(body),
  });
  const engine: Engine = (request) => {
    calls.push(request);
    if (request.path.endsWith("_search"))
      return Promise.resolve(
        answer(200, { hits: { hits: run() === null ? [] : [{ _id: "run", _source: source() }] } }),
      );
    if (request.path.includes("run%20of"))
      return Promise.resolve(run() === null ? answer(404, {}) : answer(200, { _source: source() }));
    return Promise.resolve(answer(201, {}));
  };
  return createWrites({ engine, locks: () => ".locks", noted: () => ".reindex_deletions" });
}

const callOn = (indices: string[], deleted: string[] = []): WriteCall => ({
  indices,
  deleted: () => deleted,
  signal: new AbortController().signal,
});
const ok: EngineResponse = { status: 200, contentType: "application/json", body: "{}" };
const refused: EngineResponse = { status: 403, contentType: "application/json", body: BLOCKED };

afterEach(() => vi.useRealTimers());

it("writes go on while it copies, wait for its end, and are sent again where they came up against it", async () => {
  let run: Run | null = { closing: false };
  const writes = gatewayWith({ run: () => run });
  expect(await writes.around(callOn(["films"]), async () => ok)).toBe(ok);

  const fresh = gatewayWith({ run: () => run });
  run = { closing: true };
  setTimeout(() => (run = null), 300);
  const began = performance.now();
  expect(await fresh.around(callOn(["films"]), async () => ok)).toBe(ok);
  expect(performance.now() - began).toBeGreaterThan(250);

  // Known too late: the engine refuses, and it is sent again once the end is over.
  run = { closing: false };
  const late = gatewayWith({ run: () => run });
  let sent = 0;
  const answer = await late.around(callOn(["films"]), async () => {
    if (++sent > 1) return ok;
    run = { closing: true, blocked: true };
    setTimeout(() => (run = null), 200);
    return refused;
  });
  expect([answer, sent]).toEqual([ok, 2]);
});

it("an index that somebody locked, or that is not re-indexed, is not waited for", async () => {
  const writes = gatewayWith({ run: () => null });
  let sent = 0;
  expect(await writes.around(callOn(["films"]), async () => (sent++, refused))).toBe(refused);
  expect(sent).toBe(2);
  const other = gatewayWith({ run: () => ({ closing: true }) });
  const written = async () => expect(await other.around(callOn(["books"]), async () => ok)).toBe(ok);
  expect(await waitedMs(written, MOST_MS)).toBeLessThan(MOST_MS);
});

it("an end that does not come is waited for so long and no longer, and is looked after", async () => {
  vi.useFakeTimers();
  const writes = gatewayWith({ run: () => ({ closing: true, blocked: true }) });
  let stuck = 0;
  writes.onStuck(() => stuck++);
  const answer = writes.around(callOn(["film*"]), async () => ok);
  await vi.advanceTimersByTimeAsync(REINDEX_LIMITS.waiting.most - 500);
  expect(stuck).toBe(0);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([await answer, stuck]).toEqual([ok, 1]);
});

it("ids that are deleted are noted before, but not more than so many at once", async () => {
  const calls: EngineRequest[] = [];
  const writes = gatewayWith({ run: () => ({ closing: false }), calls });
  const notes = () => calls.filter(({ path }) => path === "/.reindex_deletions/_doc").length;
  await writes.before(callOn(["films"], ["1"]));
  await writes.before(
    callOn(
      [],
      Array.from({ length: REINDEX_LIMITS.deletions.most }, (_, n) => String(n)),
    ),
  );
  expect(notes()).toBe(2);
  await writes.before(
    callOn(
      ["films"],
      Array.from({ length: REINDEX_LIMITS.deletions.most + 1 }, (_, n) => String(n)),
    ),
  );
  await writes.before(callOn(["books"], ["1"]));
  await writes.before(callOn(["films"]));
  expect(notes()).toBe(2);
});
