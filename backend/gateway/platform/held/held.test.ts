import { describe, expect, test } from "vitest";
import { HELD_LIMITS } from "@common/limits/held";
import type { Engine } from "@backend/engine/port";
import { createHeldOpen } from "./held-open";
import { createShares } from "./shares";

const { scrollsOfOne, scrollsOfAll, copiesOfOne } = HELD_LIMITS;
const MINUTE = 60_000;

/** A clock that stands, and an engine whose tasks run until they are ended here. */
function world() {
  const clock = { now: 1_000_000 };
  const running = new Set<string>();
  let asked = 0;
  const engine: Engine = ({ path }) => {
    asked += 1;
    const isRunning = running.has(decodeURIComponent(path.slice("/_tasks/".length)));
    return Promise.resolve({
      status: 200,
      contentType: "application/json",
      body: JSON.stringify({ completed: !isRunning, task: {} }),
    });
  };
  const held = createHeldOpen({ engine, now: () => clock.now });
  return { clock, running, held, asked: () => asked };
}

describe("scrolls that callers have open", () => {
  test("are room again when the engine has dropped them, not a moment sooner; a page keeps one for its time", () => {
    const { clock, held } = world();
    for (let n = 0; n < scrollsOfOne.most; n++)
      held.book.reserve("user a").keep({ id: `s${n}`, weight: 1, keepAlive: MINUTE });
    const full = () => expect(() => held.book.reserve("user a")).toThrow("Trying to create too many scroll contexts");
    full();
    clock.now += MINUTE - 1;
    full();
    held.book.touch({ owner: "user a", id: "s0", newId: "next", weight: 1, keepAlive: undefined });
    clock.now += 1;
    const rest = Array.from({ length: scrollsOfOne.most - 1 }, () => held.book.reserve("user a"));
    full();
    rest[0]?.release();
    held.book.reserve("user a");
    full();
    held.book.drop(["next"]);
    held.book.reserve("user a");
    full();
  });

  test("count by their shards: one may be larger than a share, a second not beside it, and all together leave room", () => {
    const { held } = world();
    held.book.reserve("user a").keep({ id: "large", weight: scrollsOfOne.most * 3, keepAlive: MINUTE });
    const second = held.book.reserve.bind(null, "user a");
    expect(second).toThrow("for one caller");
    const other = held.book.reserve("user b");
    expect(() => other.keep({ id: "too large", weight: scrollsOfAll.most, keepAlive: MINUTE })).toThrow(
      `[${scrollsOfAll.most}]`,
    );
    // What was refused holds nothing.
    held.book.reserve("user b", scrollsOfOne.most);
    expect(() => held.book.reserve("user c")).toThrow(`[${scrollsOfAll.most}]`);
    held.book.drop(undefined);
    expect(second().release()).toBeUndefined();
  });

  test("of a user and of a credential of his name are not the same", () => {
    const shares = createShares({ most: 1, what: "calls" });
    shares.take("user a");
    expect(() => shares.take("user a")).toThrow("[a] has [1] calls, the most that one caller may have");
    const give = shares.take("credential a");
    give();
    give();
    shares.take("credential a");
    expect(() => shares.take("credential a")).toThrow();
  });
});

describe("copies of callers", () => {
  const signal = new AbortController().signal;

  test("count while they run, and as tasks until these end, which is asked for once a second at most", async () => {
    const { clock, running, held, asked } = world();
    const begin = (task: string) =>
      held.copies.run(
        { owner: "user a", slices: 1, signal, taskOf: () => task },
        async () => (running.add(task), task),
      );
    for (let n = 0; n < copiesOfOne.most; n++) await begin(`n:${n}`);
    await expect(begin("one more")).rejects.toThrow("es_rejected_execution_exception");
    expect(asked()).toBe(copiesOfOne.most);
    await expect(begin("one more")).rejects.toThrow();
    expect(asked()).toBe(copiesOfOne.most);
    running.delete("n:3");
    clock.now += 1_000;
    await begin("one more");
    clock.now += 1_000;
    await expect(begin("two more")).rejects.toThrow();
  });

  test("give everything back when they fail, and not while a caller who left may have left one running", async () => {
    const { held } = world();
    const failing = () =>
      held.copies.run({ owner: "user a", slices: 20, signal, taskOf: () => undefined }, () =>
        Promise.reject(new Error("no")),
      );
    for (let n = 0; n < copiesOfOne.most * 2; n++) await expect(failing()).rejects.toThrow("no");
    const gone = AbortSignal.abort();
    for (let n = 0; n < copiesOfOne.most; n++)
      await expect(
        held.copies.run({ owner: "user a", signal: gone, taskOf: () => undefined }, () =>
          Promise.reject(new Error("gone")),
        ),
      ).rejects.toThrow("gone");
    await expect(failing()).rejects.toThrow("es_rejected_execution_exception");
  });
});
