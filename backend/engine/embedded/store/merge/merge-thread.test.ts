import { expect, test } from "vitest";
import { MergeThread } from "./merge-thread";

const program = (source: string) => new URL(`data:text/javascript,${encodeURIComponent(source)}`);

test("a thread that never answers is ended after a time, and merges go on without it", async () => {
  const broken: unknown[] = [];
  const script = program(
    'import { parentPort } from "node:worker_threads"; parentPort.on("message", () => { for (;;); });',
  );
  const thread = new MergeThread({ script, path: "none", onBroken: (error) => broken.push(error), longestMs: 300 });
  const [first, second] = await Promise.all([thread.merge([]), thread.merge([])]);
  expect([first, second]).toEqual([undefined, undefined]);
  expect(broken).toEqual([new Error("a merge was not done after 300 ms")]);
  expect(await thread.merge([])).toBeUndefined();
  await thread.close();
  expect(broken).toHaveLength(1);
});

test("a thread that answers late but in time is kept", async () => {
  const broken: unknown[] = [];
  const script = program(
    'import { parentPort } from "node:worker_threads"; parentPort.on("message", ({ id }) => setTimeout(() => parentPort.postMessage({ id, image: undefined }), 50));',
  );
  const thread = new MergeThread({ script, path: "none", onBroken: (error) => broken.push(error), longestMs: 20_000 });
  expect(await thread.merge([])).toMatchObject({ image: undefined });
  expect(await thread.merge([])).toMatchObject({ image: undefined });
  await thread.close();
  expect(broken).toEqual([]);
});
