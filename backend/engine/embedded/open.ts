import { isDiskFull } from "@common/storage/sqlite";
import type { Engine } from "../port";
import { routes as analysisRoutes } from "./analysis/routes";
import { routes as clusterRoutes } from "./cluster/routes";
import { routes as documentRoutes } from "./documents/routes";
import { Tasks } from "./documents/tasks";
import { Ballast } from "./disk/ballast";
import type { RoomOptions } from "./disk/room";
import { lockFolder } from "./folder-lock";
import { route, RouteTable } from "./http/router";
import { Registry } from "./index/registry";
import { routes as indexRoutes } from "./index/routes";
import { newUuid } from "./index/uuid";
import { routes as searchRoutes } from "./search/routes";
import type { EmbeddedState } from "./state";
import type { StoreLog } from "./store/merge/merges";
import type { Changes } from "./store/changes";
import { Store } from "./store/store";

export type OpenOptions = {
  /** The data folder; made when it is not there. One engine at a time may have it. */
  folder: string;
  log?: StoreLog;
  /** The caller has taken the folder. */
  isLocked?: boolean;
  /** Bytes of index parts kept in memory. */
  cacheBytes?: number;
  /** The same of vectors. */
  vectorBytes?: number;
  /** Rebuilds all segments from the documents before the first request. */
  rebuild?: boolean;
  /**
   * The built `store/merge/merge-worker.ts`: segments are merged in a thread of its own. Without it merges take turns
   * with requests.
   */
  mergeWorker?: URL;
  /** What is kept free on the disk: below it indices take no writes. */
  room?: RoomOptions;
  /** Indices of small records that are written even then, as long as there is any space. */
  usesReserve?: (index: string) => boolean;
};

export type EmbeddedEngine = {
  handle: Engine;
  /** Rebuilds all segments from the documents; searches find nothing meanwhile. */
  rebuild(): Promise<void>;
  /** Tells what commits change, to those who read the folder by connections of their own. */
  changes: Changes;
  close(): Promise<void>;
};

const table = new RouteTable<EmbeddedState>([
  ...indexRoutes,
  ...documentRoutes,
  ...clusterRoutes,
  ...analysisRoutes,
  ...searchRoutes,
]);

function clusterUuid({ writer }: Store): string {
  writer.prepare("INSERT OR IGNORE INTO meta (key, value) VALUES ('cluster_uuid', ?)").run(newUuid());
  return writer.prepare<{ value: string }>("SELECT value FROM meta WHERE key = 'cluster_uuid'").get()?.value ?? "";
}

/**
 * Takes a folder for this process, on a full disk too. Throws where another engine has it; returns the way to let go of
 * it.
 */
export function lockOnFullDisk(folder: string): () => void {
  try {
    return lockFolder(folder);
  } catch (error) {
    // What was put aside for this.
    if (!isDiskFull(error) || !new Ballast(folder).release()) throw error;
    return lockFolder(folder);
  }
}

/** Opens the embedded engine on a folder. Throws where another engine has the folder. */
export async function openEmbeddedEngine({
  folder,
  log = () => undefined,
  isLocked = false,
  cacheBytes,
  vectorBytes,
  rebuild = false,
  mergeWorker,
  room,
  usesReserve,
}: OpenOptions): Promise<EmbeddedEngine> {
  const unlock = isLocked ? () => undefined : lockOnFullDisk(folder);
  let store: Store | undefined;
  try {
    store = new Store({
      folder,
      log,
      ...(cacheBytes !== undefined && { cacheBytes }),
      ...(vectorBytes !== undefined && { vectorBytes }),
      ...(mergeWorker && { mergeWorker }),
      ...(room && { room }),
    });
    const indices = new Registry(store, usesReserve);
    const nodeId = newUuid();
    const engine: EmbeddedState = {
      indices,
      store,
      tasks: new Tasks(nodeId),
      clusterUuid: clusterUuid(store),
      nodeId,
      startedAt: Date.now(),
      log,
    };
    if (rebuild || store.needsRebuild) await indices.rebuild();
    else if (store.outgrownTypes) await indices.rebuildTypes(store.outgrownTypes);
    void store.mergeAll();
    const opened = store;
    return {
      handle: (request) => route({ engine, table, log }, request),
      rebuild: () => indices.rebuild(),
      changes: opened.changes,
      async close() {
        engine.tasks.cancelAll();
        await opened.close();
        unlock();
      },
    };
  } catch (error) {
    await store?.close();
    unlock();
    throw error;
  }
}
