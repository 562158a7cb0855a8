import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach } from "vitest";
import { openEmbeddedEngine } from "@backend/engine/embedded/open";
import type { Engine } from "@backend/engine/port";
import { fill, filledCluster, type FilledCluster, type FilledIndex } from "./filled-cluster";
import { type Guest, startGuest } from "./guest";

export const closers: (() => Promise<void> | void)[] = [];

async function openEngine(): Promise<Engine> {
  const folder = mkdtempSync(join(tmpdir(), "searchdeck-guest-"));
  const engine = await openEmbeddedEngine({ folder });
  closers.push(
    () => rmSync(folder, { recursive: true, force: true }),
    () => engine.close(),
  );
  return engine.handle;
}

export async function guestOn(engine: Engine, admin?: { username?: string; password?: string }): Promise<Guest> {
  const guest = await startGuest({ engine, close: () => Promise.resolve() }, admin);
  closers.push(guest.close);
  return guest;
}

export type Change = (cluster: FilledCluster) => void;

export async function filled(change: Change = () => undefined): Promise<{ engine: Engine; cluster: FilledCluster }> {
  const engine = await openEngine();
  const cluster = filledCluster();
  change(cluster);
  await fill(engine, cluster);
  return { engine, cluster };
}

export const keep =
  (...names: string[]): Change =>
  (cluster) =>
    void (cluster.indices = cluster.indices.filter(({ name }) => names.includes(name)));

export const add =
  (name: string, more: Partial<FilledIndex> = {}): Change =>
  (cluster) =>
    void cluster.indices.push({
      name,
      mappings: {},
      settings: { hidden: "true" },
      aliases: {},
      documents: [],
      ...more,
    });

export const both =
  (...changes: Change[]): Change =>
  (cluster) =>
    changes.forEach((change) => change(cluster));

export const noTemplates: Change = (cluster) => void (cluster.templates = []);

/** Closes the engines and guests that a test opened, after each. */
export function closeGuests(): void {
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });
}
