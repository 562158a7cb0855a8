import { THREADS_LIMITS as LIMITS } from "@common/limits/threads";
import type { EngineRequest, EngineResponse } from "../../port";
import { readingRoutes } from "../documents/routes";
import { route, RouteTable } from "../http/router";
import type { ReadingState } from "../state";
import type { StoreLog } from "../store/merge/merges";
import { ReadStore } from "../store/read-store";
import { NearIndices } from "./near-indices";

const CALLS = ["_doc", "_source"];
const ROUTES = readingRoutes.filter(({ path }) => CALLS.some((call) => path === `/{index}/${call}/{id}`));

/**
 * Answers documents by their ids on the caller's own loop, by a connection of its own: the way to a thread and back
 * takes several times as long as reading one. What is large, asked by an alias or not simply there goes to a thread. It
 * reads what is committed, and a write is answered after its commit.
 */
export class NearReads {
  private readonly store: ReadStore;
  private readonly indices: NearIndices;
  private readonly engine: ReadingState;
  private readonly table = new RouteTable<ReadingState>(ROUTES);

  /** Throws where the file cannot be opened: it must be there. */
  constructor(private readonly options: { folder: string; log: StoreLog }) {
    this.store = new ReadStore({ folder: options.folder, cacheBytes: 0, vectorBytes: 0 });
    // The loop waits for nobody: while the file is locked threads are asked, which may.
    this.store.reader.exec("PRAGMA busy_timeout=0");
    this.indices = new NearIndices(this.store);
    this.engine = { indices: this.indices, store: this.store };
  }

  /**
   * The answer to a small read of one document; undefined for every other call, for a large document, and while the
   * file cannot be read.
   */
  answer(request: EngineRequest): Promise<EngineResponse> | undefined {
    if (request.method !== "GET" && request.method !== "HEAD") return undefined;
    const [before, name = "", call = "", id = "", ...more] = request.path.split("/");
    if (before !== "" || !CALLS.includes(call) || id === "" || more.length > 0) return undefined;
    if (!this.isSmall(name, id)) return undefined;
    return route({ engine: this.engine, table: this.table, log: this.options.log }, request);
  }

  private isSmall(name: string, id: string): boolean {
    try {
      const index = this.indices.named(decodeURIComponent(name));
      if (!index) return false;
      const row = this.store.reader
        .prepare<{ bytes: number }>(
          "SELECT octet_length(d.source) AS bytes FROM entry e JOIN document d ON d.seq = e.seq WHERE e.idx = ? AND e.id = ?",
        )
        .get(index.stored.number, decodeURIComponent(id));
      return (row?.bytes ?? 0) <= LIMITS.nearDocument.most;
    } catch {
      // A path that cannot be decoded, or a file that is locked: the thread says so.
      return false;
    }
  }

  close(): void {
    this.store.close();
  }
}
