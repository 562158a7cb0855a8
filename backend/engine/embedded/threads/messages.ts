import type { MessagePort } from "node:worker_threads";
import type { EngineRequest, EngineResponse } from "../../port";
import type { RoomOptions } from "../disk/room";

/** What a thread is started with. A reader hears through `changes` what the writer commits. */
export type ThreadData = { folder: string; pulse: SharedArrayBuffer; cacheBytes: number; vectorBytes: number } & (
  | {
      role: "writer";
      rebuild: boolean;
      mergeWorker: string | undefined;
      room: RoomOptions | undefined;
      usesReserve: readonly string[];
    }
  | { role: "reader"; changes: MessagePort }
);

export type SentRequest = Pick<EngineRequest, "method" | "path" | "query" | "body" | "requestId">;

/** To a thread. `takesRest` as the port has it. */
export type ToThread =
  | { kind: "call"; id: number; request: SentRequest; takesRest: boolean }
  /** The caller of a call has gone. */
  | { kind: "abort"; id: number }
  /** To the one that writes: somebody who wants to hear of its commits. */
  | { kind: "follower"; changes: MessagePort }
  | { kind: "rebuild"; id: number }
  | { kind: "close" };

export type SentResponse = Pick<EngineResponse, "status" | "contentType" | "body"> & { rest?: Uint8Array[] };

/** From a thread. */
export type FromThread =
  | { kind: "ready" }
  | { kind: "failed"; error: unknown }
  | { kind: "answer"; id: number; response: SentResponse }
  | { kind: "rebuilt"; id: number }
  | { kind: "log"; message: string; details: Record<string, unknown> | undefined }
  | { kind: "closed" };
