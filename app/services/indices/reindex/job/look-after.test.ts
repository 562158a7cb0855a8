import { expect, it } from "vitest";
import type { BackendClient } from "~/services/platform/http/client.server";
import { BackendError } from "~/services/platform/http/errors.server";
import { lookAfter, lookFor } from "./steps.server";

function looksIn(ms: number, isSeen: boolean): number {
  let looks = 0;
  for (let waited = 0; waited < ms; looks++) waited += lookAfter({ waited, isSeen });
  return looks;
}

it("looks soon at first, and ever more rarely", () => {
  for (const isSeen of [true, false]) expect(looksIn(2_000, isSeen)).toBeGreaterThan(4);
  // Each second would be 600 and 21,600.
  expect(looksIn(10 * 60_000, false)).toBeLessThan(80);
  expect(looksIn(6 * 3600_000, false)).toBeLessThan(260);
  expect(looksIn(3600_000, true)).toBeLessThan(600);
});

type Doing = Parameters<typeof lookFor>[0];
const gone = (path: string) =>
  new BackendError({ failure: { kind: "status", status: 404, method: "GET", path, requestId: "" } });

// A server on which there are these indices, by their UUIDs, and no task.
function doingOn(indices: Record<string, string>, minutes: number): Doing {
  const call = async ({ path }: { path: string }) => {
    if (path.startsWith("/_tasks")) return { nodes: {} };
    const name = path.split("/")[1] ?? "";
    const uuid = indices[name];
    if (uuid === undefined) throw gone(path);
    if (path.endsWith("/_alias")) return { [name]: { aliases: { films: {} } } };
    return { [name]: { settings: { index: { uuid } } } };
  };
  const behind = { name: "films_reindexed_1", uuid: "old" };
  const progress = {
    phase: "unseen",
    since: Date.now() - minutes * 60_000,
    behind,
    task: null,
    made: null,
    aliases: {},
    rounds: 1,
  };
  const signal = AbortSignal.timeout(50);
  return {
    input: { source: "films", target: null, action: [] },
    progress,
    done: 0,
    total: 5,
    signal,
    http: () => ({ call }) as unknown as BackendClient,
  } as unknown as Doing;
}

it("gives up a copy that left no trace for ten minutes, and follows one that did", async () => {
  await expect(lookFor(doingOn({ films: "old" }, 11))).rejects.toThrow("It never started.");
  // Those are looked at again later: the wait is cut here.
  await expect(lookFor(doingOn({ films: "old" }, 9))).rejects.toThrow(/abort/i);
  await expect(lookFor(doingOn({ films: "old", films_reindexed_2: "new" }, 11))).rejects.toThrow(/abort/i);
  expect(await lookFor(doingOn({ films: "new" }, 11))).toMatchObject({ result: { copied: 5 } });
});
