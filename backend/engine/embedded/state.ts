import type { Tasks } from "./documents/tasks";
import type { EngineState, Route } from "./http/types";
import type { Registry } from "./index/registry";
import type { StoreLog } from "./store/merge/merges";
import type { Store } from "./store/store";

/** Everything of a running embedded engine. */
export type EmbeddedState = EngineState & {
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
