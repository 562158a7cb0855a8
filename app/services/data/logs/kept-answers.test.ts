import { beforeEach, expect, it, vi } from "vitest";
import type { Scope } from "~/session/scope.server";
import { keepAnswer } from "./kept-answers.server";

let session = 0;
let who: Pick<Scope, "session" | "context">;
beforeEach(() => {
  // Just the parts that decide which cached answer is used, and what a client needs.
  who = {
    session: { id: `session-${session++}`, url: "http://127.0.0.1:1", username: "u", password: "p" },
    context: { requestId: "r", signal: new AbortController().signal },
  } as unknown as Pick<Scope, "session" | "context">;
});

const key = "figures";
const soon = <T>(value: T, ms: number) => new Promise<T>((resolve) => setTimeout(resolve, ms, value));

it("asks once for readers that come at once, and again when the answer is old", async () => {
  const ask = vi.fn(() => soon(ask.mock.calls.length, 5));
  const asked = { who, key, fresh: 30_000, ask };
  expect(await Promise.all([keepAnswer(asked), keepAnswer(asked)])).toEqual([1, 1]);
  expect(await keepAnswer(asked)).toBe(1);
  // No machine is too busy for a clock that is set.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
  expect(await keepAnswer(asked).finally(() => vi.useRealTimers())).toBe(2);
});

it("tells the last answer while the next one is long on its way, and then that one", async () => {
  expect(await keepAnswer({ who, key, fresh: 0, ask: async () => "first" })).toBe("first");
  let arrive = (_value: string) => {};
  const slow = { who, key, fresh: 0, ask: () => new Promise<string>((resolve) => (arrive = resolve)) };
  expect(await keepAnswer(slow)).toBe("first");
  const waiting = keepAnswer(slow);
  arrive("second");
  expect(await waiting).toBe("second");
});

it("keeps no failure, and no answer of somebody else", async () => {
  expect(await keepAnswer({ who, key, ask: async () => 1 })).toBe(1);
  const other = { ...who, session: { ...who.session, id: "another" } };
  await expect(keepAnswer({ who: other, key, ask: () => Promise.reject(new Error("away")) })).rejects.toThrow("away");
  expect(await keepAnswer({ who: other, key, ask: async () => 2 })).toBe(2);
});
