import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import type { Engine } from "@backend/engine/port";
import { openEmbeddedEngine } from "@backend/engine/embedded/open";
import { openEngineThreads } from "@backend/engine/embedded/threads/open-threads";
import { type OpenedEngine, openRemoteEngine } from "@backend/engine/remote/open";
import type { GatewaySettings } from "@backend/gateway/gateway";
import { type Backend, startBackend } from "@backend/start";
import { emptyEngine } from "../setup/empty-engine";
import { engineWorker, mergeWorker, scriptWorker } from "../setup/built-program";

/** A back end on an empty engine, and the way to stop it. */
export type Target = { url: string; engine: Engine; close: () => Promise<void> };

export type EngineKind = "embedded" | "opensearch" | "elasticsearch";

/** URL of a real engine that the tests may empty; they run on the embedded one otherwise. */
export const ENGINE_URL = process.env["TEST_ENGINE_URL"];
/** Which engine's differences count; `TEST_ENGINE_KIND` says that the real one is Elasticsearch. */
export const ENGINE_KIND: EngineKind =
  ENGINE_URL === undefined
    ? "embedded"
    : process.env["TEST_ENGINE_KIND"] === "elasticsearch"
      ? "elasticsearch"
      : "opensearch";

async function openWiped(url: string): Promise<OpenedEngine> {
  await emptyEngine(url);
  return openRemoteEngine({ nodes: [url.replace(/\/+$/, "")] });
}

/**
 * With TEST_ENGINE_THREADS=1 the embedded engine works in threads, as in the product; without in the process of the
 * tests.
 */
const HAS_THREADS = process.env["TEST_ENGINE_THREADS"] === "1";

async function openEmbedded(folder: string): Promise<{ handle: Engine; close: () => Promise<void> }> {
  if (!HAS_THREADS) return openEmbeddedEngine({ folder });
  return openEngineThreads({ folder, program: await engineWorker(), mergeWorker: await mergeWorker() });
}

/** An embedded engine on a folder of its own that goes at its end, whatever engine the other tests have. */
export async function openFresh(): Promise<OpenedEngine> {
  const folder = await mkdtemp(join(tmpdir(), "searchdeck-replay-"));
  const embedded = await openEmbedded(folder);
  return {
    engine: embedded.handle,
    close: async () => {
      await embedded.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * An engine without anything in it: the one at TEST_ENGINE_URL, wiped, or an embedded one on a folder of its own that
 * goes at its end.
 */
export async function openEmptyEngine(): Promise<OpenedEngine> {
  return ENGINE_URL === undefined ? openFresh() : openWiped(ENGINE_URL);
}

/** Starts the back end with the admin `foo`/`bar` on an empty engine and a free port. */
export async function startTarget(settings: GatewaySettings = {}): Promise<Target> {
  const opened = await openEmptyEngine();
  const log = pino({ level: process.env["REPLAY_LOG"] ?? "silent" });
  const backend: Backend = await startBackend({
    engine: opened.engine,
    port: 0,
    adminUsername: "foo",
    adminPassword: "bar",
    settings: { scriptWorker, ...settings },
    log,
  });
  return {
    url: backend.url,
    engine: opened.engine,
    close: async () => {
      await backend.close();
      await opened.close();
    },
  };
}
