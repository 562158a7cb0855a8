import { spawnSync } from "node:child_process";
import { build } from "esbuild";
import { expect, it } from "vitest";

// In processes of their own, for what is set is set for all threads. The thread has the bound of one that searches, and
// makes what searches make.
const WORK = `
const kept = Array.from({ length: 200_000 }, (_, n) => ({ n, text: "word " + n }));
let marked = 0;
new PerformanceObserver((list) => { for (const { detail } of list.getEntries()) if (detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR) marked++; }).observe({ entryTypes: ["gc"] });
let made = 0;
const timer = setInterval(() => {
  for (let n = 0; n < 10; n++) new Float64Array(50_000).fill(n);
  if ((made += 10) < 3_000) return;
  clearInterval(timer);
  setTimeout(() => parentPort.postMessage({ marked, kept: kept.length }), 50);
}, 1);
`;

async function marksOf(begin: string): Promise<number> {
  const imports =
    'import { constants, PerformanceObserver } from "node:perf_hooks"; import { parentPort } from "node:worker_threads";';
  const { outputFiles } = await build({
    stdin: {
      contents: `${imports}\nimport { collectAsOneThread } from "./common/process/heap-growth";\n${begin}\n${WORK}`,
      resolveDir: process.cwd(),
      loader: "ts",
    },
    bundle: true,
    write: false,
    platform: "node",
    format: "esm",
    logLevel: "warning",
  });
  const url = `data:text/javascript,${encodeURIComponent(outputFiles[0]?.text ?? "")}`;
  const starter = `const { Worker } = require("node:worker_threads");
    new Worker(new URL(${JSON.stringify(url)}), { resourceLimits: { maxOldGenerationSizeMb: 320 } }).on("message", ({ marked }) => console.log(marked));`;
  const { stdout, stderr } = spawnSync(process.execPath, ["-e", starter], { encoding: "utf8" });
  // A thread that did not come to its end printed nothing.
  expect(stdout, stderr).toMatch(/^\d+\n$/);
  return Number(stdout);
}

it("marks the heap of a thread less than half as often as it would by itself", async () => {
  const [before, after] = [await marksOf(""), await marksOf("collectAsOneThread();")];
  expect(before).toBeGreaterThan(8);
  expect(after).toBeLessThan(before / 2);
});
