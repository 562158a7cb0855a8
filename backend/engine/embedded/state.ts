import type { SqliteDatabase } from "@common/storage/sqlite";
import type { Tasks } from "./documents/tasks";
import type { EngineState, Route } from "./http/types";
import type { IndexTable } from "./index/index-table";
import type { Registry } from "./index/registry";
import type { StoreLog } from "./store/merge/merges";
import type { Store } from "./store/store";

/** What calls need that only read: there is one in each thread that reads. */
export type ReadingState = EngineState & {
  indices: IndexTable;
  store: { readonly reader: SqliteDatabase };
};

/** Everything of a running embedded engine. */
export type EmbeddedState = ReadingState & {
  indices: Registry;
  store: Store;
  tasks: Tasks;
  clusterUuid: string;
  nodeId: string;
  startedAt: number;
  log: StoreLog;
};

/** A route whose handler needs the whole state. */
export type EmbeddedRoute = Route<EmbeddedState>;
/** A route that threads which only read can answer too. */
export type ReadingRoute = Route<ReadingState>;
