import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { openEmbeddedEngine } from "@backend/engine/embedded/open";
import { type OpenedEngine, openRemoteEngine } from "@backend/engine/remote/open";
import { type Backend, startBackend } from "@backend/start";

/** A back end on an empty engine, and the way to stop it. */
export type Target = { url: string; close: () => Promise<void> };

/** URL of a real engine to replay on; the embedded one otherwise. */
export const ENGINE_URL = process.env["REPLAY_ENGINE_URL"];
/** Which engine's differences count. */
export const ENGINE_KIND = ENGINE_URL === undefined ? "embedded" : "real";

const LOOPBACK = /^https?:\/\/(127\.0\.0\.1|localhost|\[::1\])(:|\/|$)/;

// Everything in the engine goes, so this refuses any that is not on this machine.
async function wipe(url: string): Promise<void> {
  if (!LOOPBACK.test(url)) throw new Error("REPLAY_ENGINE_URL must be on loopback: the replay deletes every index there");
  await fetch(`${url}/*?expand_wildcards=all`, { method: "DELETE" });
  await fetch(`${url}/_template/*`, { method: "DELETE" });
  await fetch(`${url}/_index_template/*`, { method: "DELETE" });
}

async function openWiped(url: string): Promise<OpenedEngine> {
  await wipe(url);
  return openRemoteEngine({ nodes: [url.replace(/\/+$/, "")] });
}

async function openFresh(): Promise<OpenedEngine> {
  const folder = await mkdtemp(join(tmpdir(), "searchdeck-replay-"));
  const embedded = await openEmbeddedEngine({ folder });
  return {
    engine: embedded.handle,
    close: async () => {
      await embedded.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** An engine without anything in it: the one at REPLAY_ENGINE_URL, wiped, or an embedded one on a folder of its own that goes at its end. */
export async function openEmptyEngine(): Promise<OpenedEngine> {
  return ENGINE_URL === undefined ? openFresh() : openWiped(ENGINE_URL);
}

/** Starts the back end with the admin `foo`/`bar` on an empty engine and a free port. */
export async function startTarget(): Promise<Target> {
  const opened = await openEmptyEngine();
  const log = pino({ level: process.env["REPLAY_LOG"] ?? "silent" });
  const backend: Backend = await startBackend({ engine: opened.engine, port: 0, adminUsername: "foo", adminPassword: "bar", log });
  return {
    url: backend.url,
    close: async () => {
      await backend.close();
      await opened.close();
    },
  };
}
