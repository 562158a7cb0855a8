import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from "node:worker_threads";
import { route, RouteTable } from "../http/router";
import { FollowedIndices } from "../index/followed-indices";
import { collectAsOneThread } from "@common/process/heap-growth";
import { giveMemoryBackWhenIdle } from "@common/process/idle-memory";
import { openEmbeddedEngine } from "../open";
import type { ReadingState } from "../state";
import type { StoreChange } from "../store/changes";
import { ReadStore } from "../store/read-store";
import type { FromThread, ThreadData } from "./messages";
import { startPulse } from "./pulse";
import { READING_ROUTES } from "./reading-routes";
import { serve } from "./serve";

// The program of the engine's threads (`open.ts` beside it), built beside the programs that start it: one thread
// writes, others read.

type WriterData = Extract<ThreadData, { role: "writer" }>;
type ReaderData = Extract<ThreadData, { role: "reader" }>;

const data = workerData as ThreadData;
const port = requirePort();
const tell = (message: FromThread) => port.postMessage(message);

function requirePort(): MessagePort {
  if (!parentPort) throw new Error("This program is a thread of the engine; it does not run by itself.");
  return parentPort;
}

function log(message: string, details?: Record<string, unknown>): void {
  tell({ kind: "log", message, details });
}

async function startWriter({
  folder,
  cacheBytes,
  vectorBytes,
  rebuild,
  mergeWorker,
  room,
  usesReserve,
}: WriterData): Promise<void> {
  const small = new Set(usesReserve);
  const engine = await openEmbeddedEngine({
    folder,
    isLocked: true,
    cacheBytes,
    vectorBytes,
    rebuild,
    log,
    usesReserve: (index) => small.has(index),
    ...(mergeWorker !== undefined && { mergeWorker: new URL(mergeWorker) }),
    ...(room && { room }),
  });
  serve({
    port,
    handle: engine.handle,
    rebuild: engine.rebuild,
    close: engine.close,
    follower(changes) {
      const stop = engine.changes.listen((made) => changes.postMessage(made));
      changes.on("close", stop);
      // What is committed from here on is told: the other may read the file now.
      changes.postMessage([]);
    },
  });
}

/** Waits until the one that writes tells of its commits, then reads what there is. */
async function startReader({ folder, cacheBytes, vectorBytes, changes }: ReaderData): Promise<void> {
  await new Promise((resolve) => changes.once("message", resolve));
  const store = new ReadStore({ folder, cacheBytes, vectorBytes });
  const indices = new FollowedIndices(store);
  const follow = (made: readonly StoreChange[]) => indices.follow(made);
  changes.on("message", follow);
  const engine: ReadingState = { indices, store };
  const table = new RouteTable<ReadingState>(READING_ROUTES);

  /** What was told before a call came is seen by it: a commit is told before its write is answered. */
  function catchUp(): void {
    for (let told = receiveMessageOnPort(changes); told; told = receiveMessageOnPort(changes))
      follow(told.message as readonly StoreChange[]);
  }

  serve({
    port,
    handle(request) {
      catchUp();
      return route({ engine, table, log }, request);
    },
    async close() {
      changes.close();
      store.close();
    },
  });
}

collectAsOneThread();
startPulse(data.pulse);
giveMemoryBackWhenIdle();
try {
  await (data.role === "writer" ? startWriter(data) : startReader(data));
} catch (error) {
  tell({ kind: "failed", error });
  port.unref();
}
