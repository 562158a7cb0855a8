import { Worker } from "node:worker_threads";
import { build } from "esbuild";
import { expect, it } from "vitest";

// In a thread of its own: collecting in the one that runs the tests would tell of their garbage.
const PROGRAM = `
import { parentPort } from "node:worker_threads";
import { getHeapStatistics } from "node:v8";
import { giveMemoryBackWhenIdle } from "./common/process/idle-memory";
const size = () => { const { total_heap_size, external_memory } = getHeapStatistics(); return (total_heap_size + external_memory) / 1024 ** 2; };
giveMemoryBackWhenIdle({ everyMs: 100 });
let kept = Array.from({ length: 4_000_000 }, (_, n) => ({ n }));
const grown = size();
kept = [];
const busy = parentPort === null ? undefined : setInterval(() => { for (const end = performance.now() + 45; performance.now() < end; ); }, 50);
setTimeout(() => {
  const whileBusy = size();
  clearInterval(busy);
  setTimeout(() => parentPort?.postMessage({ grown, whileBusy, later: size() }), 1_000);
}, 1_000);
`;

it("gives back what nobody holds, not before there is nothing to do", async () => {
  const { outputFiles } = await build({
    stdin: { contents: PROGRAM, resolveDir: process.cwd(), loader: "ts" },
    bundle: true,
    write: false,
    platform: "node",
    format: "esm",
    logLevel: "warning",
  });
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(outputFiles[0]?.text ?? "")}`));
  const sizes = await new Promise<{ grown: number; whileBusy: number; later: number }>((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
  });
  await worker.terminate();
  expect(sizes.grown).toBeGreaterThan(120);
  expect(sizes.whileBusy).toBeGreaterThan(100);
  expect(sizes.later).toBeLessThan(sizes.grown / 2);
});
