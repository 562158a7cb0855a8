// The program of a thread that runs scripts, one at a time. Built to dist/script-worker.js.
import { parentPort } from "node:worker_threads";
import { SCRIPTS_LIMITS } from "@common/limits/scripts";
import variant from "@jitl/quickjs-wasmfile-release-sync";
import { newQuickJSWASMModuleFromVariant } from "quickjs-emscripten-core";
import { runScript } from "./sandbox";
import type { FetchAnswer, FetchCall, FromWorker, ToWorker } from "./types";

/** Memory of the interpreter only grows: a thread whose has grown beyond this is not used again. */
const MOST_MEMORY = SCRIPTS_LIMITS.threadMemory.most;

const module = await newQuickJSWASMModuleFromVariant(variant);
const fetches = new Map<number, (answer: FetchAnswer | { error: string }) => void>();
let lastCall = 0;

const tell = (message: FromWorker) => parentPort?.postMessage(message);

function outside(asked: FetchCall): Promise<FetchAnswer | { error: string }> {
  const call = ++lastCall;
  return new Promise((resolve) => {
    fetches.set(call, resolve);
    tell({ kind: "fetch", call, asked });
  });
}

parentPort?.on("message", (message: ToWorker) => {
  if (message.kind === "fetched") {
    fetches.get(message.call)?.(message.answer);
    fetches.delete(message.call);
    return;
  }
  const { job } = message;
  void runScript(module, job, outside).then((outcome) => {
    const grown = module.getWasmMemory().buffer.byteLength > MOST_MEMORY;
    tell({ kind: "outcome", id: job.id, outcome: { ...outcome, spent: outcome.spent || grown } });
  });
});
tell({ kind: "ready" });
