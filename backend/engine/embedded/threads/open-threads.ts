import { MessageChannel, type MessagePort } from "node:worker_threads";
import { THREADS_LIMITS as LIMITS } from "@common/limits/threads";
import type { Engine, EngineRequest, EngineResponse, ThreadStop } from "../../port";
import type { RoomOptions } from "../disk/room";
import { EngineError } from "../errors";
import { lockOnFullDisk } from "../open";
import type { StoreLog } from "../store/merge/merges";
import { EngineThread, ThreadEnded } from "./engine-thread";
import { NearReads } from "./near-reads";
import { isRead } from "./reads";
import { Readers } from "./readers";

type ThreadsOptions = {
  /** The data folder; made when it is not there. One engine at a time may have it. */
  folder: string;
  /** The built `engine-worker.ts`. */
  program: URL;
  /** The built `store/merge/merge-worker.ts`. */
  mergeWorker?: URL;
  rebuild?: boolean;
  room?: RoomOptions;
  /** Indices of small records that are written even where the disk is nearly full. */
  usesReserve?: readonly string[];
  log?: StoreLog;
  /** The thread that writes broke and cannot be started again: nothing can be answered any more. */
  onLost?: (why: unknown) => void;
  /** For tests; the table of limits otherwise. In bytes. */
  writerHeap?: number;
  /** The same. */
  readers?: NonNullable<ConstructorParameters<typeof Readers>[0]["limits"]>;
};

/** An engine whose work is done in threads of its own. */
export type ThreadedEngine = {
  handle: Engine;
  rebuild: () => Promise<void>;
  close: () => Promise<void>;
  threads: () => EngineThread[];
};

/** The thread that writes is started again at most so often in a minute. */
const MOST_RESTARTS = 3;

const RESTARTED: EngineResponse = {
  status: 503,
  contentType: "application/json; charset=UTF-8",
  body: JSON.stringify(
    new EngineError(
      503,
      "node_closed_exception",
      "the engine was opened again while it worked on this call; look whether it was done, and ask again",
    ).toBody(),
  ),
};

/**
 * Opens the embedded engine on a folder in threads of its own: one that writes and answers what is not in `reads.ts`,
 * others that search. The loop of the caller reads single small documents (`near-reads.ts`) and passes all other calls
 * and answers on. Throws where another engine has the folder, and what opening it throws.
 */
export async function openEngineThreads(options: ThreadsOptions): Promise<ThreadedEngine> {
  const { folder, program, log = () => undefined, onLost = () => undefined } = options;
  const unlock = lockOnFullDisk(folder);
  let isClosed = false;
  const restarts: number[] = [];

  function startWriter(): EngineThread {
    const { mergeWorker, room, rebuild = false, usesReserve = [] } = options;
    return new EngineThread({
      program,
      data: {
        role: "writer",
        folder,
        cacheBytes: LIMITS.partCache.most,
        vectorBytes: LIMITS.vectorCache.most,
        rebuild: rebuild && restarts.length === 0,
        mergeWorker: mergeWorker?.href,
        room,
        usesReserve,
      },
      heapMb: Math.round((options.writerHeap ?? LIMITS.writerHeap.most) / 1024 ** 2),
      log,
      onEnd: (why) => void again(why),
    });
  }

  async function again(why: Error): Promise<void> {
    if (isClosed) return;
    log("the thread that writes broke; the engine is opened again", { reason: why.message });
    const now = Date.now();
    restarts.push(now);
    if (restarts.filter((at) => at > now - 60_000).length > MOST_RESTARTS) return onLost(why);
    writer = startWriter();
    try {
      await writer.ready;
      await readers.restart();
    } catch (error) {
      onLost(error);
    }
  }

  function follow(): MessagePort {
    const { port1, port2 } = new MessageChannel();
    writer.tellChanges(port1);
    return port2;
  }

  let writer = startWriter();
  const readers = new Readers({ program, folder, follow, log, ...(options.readers && { limits: options.readers }) });

  async function write(request: EngineRequest): Promise<EngineResponse> {
    try {
      return await writer.ask(request);
    } catch (error) {
      if (!(error instanceof ThreadEnded) || isClosed) throw error;
      return RESTARTED;
    }
  }

  function stops(): ThreadStop[] {
    const named = [["write", writer] as const, ...readers.all.map((thread) => ["read", thread] as const)];
    return named.map(([thread, one]) => ({ thread, seconds: one.takeLongestStop() / 1000 }));
  }

  let near: NearReads | undefined;
  try {
    await writer.ready;
    near = new NearReads({ folder, log });
    await readers.warm();
  } catch (error) {
    isClosed = true;
    near?.close();
    await readers.close();
    await writer.end();
    unlock();
    throw error;
  }
  const handle = (request: EngineRequest) =>
    isRead(request) ? (near?.answer(request) ?? readers.ask(request)) : write(request);
  return {
    handle: Object.assign(handle, { stops }),
    rebuild: () => writer.rebuild(),
    threads: () => [writer, ...readers.all],
    async close() {
      isClosed = true;
      // The last to close the file empties its log.
      near?.close();
      await readers.close();
      await writer.close();
      unlock();
    },
  };
}
