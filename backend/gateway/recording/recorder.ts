import type { Logger } from "pino";
import type { Engine } from "../../engine/port";
import type { Reply } from "../http/reply";
import type { Context, Route } from "../http/types";
import { LOG_ALIAS, type LogIndex } from "../logs/log-index";
import { reach } from "../store/engine-client";
import { toRecord } from "./record";

export type RecordedCall = { route: Route; context: Context; reply: Reply; requestBody: string; took: number };
/** Takes calls for the request log; never throws and never waits. `flush` writes what is there, for readers that want the newest. */
export type Recorder = { record: (call: RecordedCall) => void; flush: () => Promise<void>; close: () => Promise<void> };

/** Records are written together after so many ms. */
const INTERVAL = 500;
const MAX_BATCH = 500;
/** What waits for the engine at most; beyond it the newest records are dropped and counted. */
const MAX_WAITING = 5_000;
const MAX_WAITING_BYTES = 64 * 1024 * 1024;

/** The request log's writer: in batches, beside the requests; it neither slows nor fails one. */
export function createRecorder({ engine, index, log }: { engine: Engine; index: LogIndex; log: Logger }): Recorder {
  let waiting: string[] = [];
  let bytes = 0;
  let dropped = 0;
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();

  async function write(lines: string[]): Promise<void> {
    const name = await index.current();
    const body = lines.map((line) => `{"index":{}}\n${line}\n`).join("");
    const response = await reach(engine, { method: "POST", path: `/${name}/_bulk`, query: { refresh: "true" }, body });
    if (response.status >= 400) throw new Error(`the request log was refused with ${response.status}`);
    await index.prune();
  }

  async function flushOnce(): Promise<void> {
    if (dropped > 0) log.warn({ dropped }, "request log full: records were dropped");
    dropped = 0;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MAX_BATCH);
      waiting = waiting.slice(MAX_BATCH);
      bytes -= batch.reduce((sum, line) => sum + line.length, 0);
      await write(batch);
    }
  }

  function flush(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    writing = writing.then(flushOnce).catch((error: unknown) => log.warn({ err: error, index: LOG_ALIAS }, "request log not written"));
    return writing;
  }

  function record(call: RecordedCall): void {
    try {
      const made = toRecord(call);
      if (made === null) return;
      if (waiting.length >= MAX_WAITING || bytes > MAX_WAITING_BYTES) {
        dropped += 1;
        return;
      }
      const line = JSON.stringify(made);
      waiting.push(line);
      bytes += line.length;
      timer ??= setTimeout(() => void flush(), INTERVAL);
      timer.unref();
    } catch (error) {
      log.warn({ err: error }, "request not recorded");
    }
  }

  return { record, flush, close: flush };
}
