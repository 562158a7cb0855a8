import type { Logger } from "pino";
import type { Engine } from "@backend/engine/port";
import { reach } from "@backend/gateway/platform/store/engine-client";
import type { SystemIndex } from "@backend/gateway/platform/store/system-indices";
import type { SystemPlaces } from "@backend/gateway/platform/store/system-places";

/** Documents are written together after so many ms. */
const INTERVAL = 500;
const MOST_WAITING = 2_000;
/** What waits at most, and what one bulk holds, in characters: a run that is kept whole may have some millions. */
const MOST_SIZE = 24_000_000;
const BULK_SIZE = 4_000_000;

/** Lines in lots that one bulk may hold, one at least in each. */
function* lotsOf(lines: readonly string[]): Generator<string> {
  let lot = "";
  for (const line of lines) {
    if (lot !== "" && lot.length + line.length > BULK_SIZE) {
      yield lot;
      lot = "";
    }
    lot += line;
  }
  if (lot !== "") yield lot;
}

/** Takes documents for a system index; never waits and never throws. `flush` resolves when what was there is written. */
export type Writer = { add: (document: object, id?: string) => void; flush: () => Promise<void> };

/** A writer in batches, beside the calls that it tells of. Beyond what may wait, and where the engine refuses, they are lost, which the log says. */
export function createWriter({
  engine,
  places,
  index,
  log,
  written = async () => undefined,
}: {
  engine: Engine;
  places: SystemPlaces;
  index: SystemIndex;
  log: Logger;
  /** What is done after each batch. */
  written?: () => Promise<void>;
}): Writer {
  let waiting: string[] = [];
  let size = 0;
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    const lines = waiting;
    waiting = [];
    size = 0;
    if (lines.length === 0) return;
    const { name } = places.of(index).definition;
    try {
      for (const body of lotsOf(lines)) {
        const path = `/${name}/_bulk`;
        const { status } = await reach(engine, { method: "POST", path, query: { refresh: "true" }, body });
        if (status >= 400) throw new Error(`refused with ${status}`);
      }
      await written();
    } catch (error) {
      log.warn({ err: error, index: name, lost: lines.length }, "runs of pipelines were not kept");
    }
  }

  function flush(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    running = running.then(write);
    return running;
  }

  return {
    add: (document, id) => {
      if (waiting.length >= MOST_WAITING || size > MOST_SIZE) return;
      const place = JSON.stringify({ index: id === undefined ? {} : { _id: id } });
      const line = `${place}\n${JSON.stringify(document)}\n`;
      size += line.length;
      waiting.push(line);
      timer ??= setTimeout(() => void flush(), INTERVAL).unref();
    },
    flush,
  };
}
