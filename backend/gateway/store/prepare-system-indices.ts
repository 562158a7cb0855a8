import type { Logger } from "pino";
import * as z from "zod";
import type { Engine } from "../../engine/port";
import { HttpError } from "../http/errors";
import { callEngine } from "./engine-client";
import { withLock } from "./lock";
import { rewriteDocuments } from "./rewrite-documents";
import { firstName, SYSTEM, SYSTEM_INDICES, type SystemIndex } from "./system-indices";

const LOCK = "system-indices";
const HIDDEN = { index: { hidden: true, auto_expand_replicas: "0-1" } };

// Indices of before there were versions carry none: they count as version 0.
const MappingsSchema = z.record(z.string(), z.object({ mappings: z.object({ _meta: z.object({ version: z.number().int().catch(0) }).catch({ version: 0 }) }) }));

/** The index is of a later version than this program knows; the message is the one line for the operator. */
export class NewerSystemIndexError extends Error {}

type Present = { index: string; version: number };
type PrepareOptions = { engine: Engine; indices?: readonly SystemIndex[]; log?: Pick<Logger, "info">; owner?: string; lease?: number };

function isOf({ name, pieces }: SystemIndex, index: string): boolean {
  return pieces ? index.startsWith(`${name}-`) : index === name;
}

/** Makes an index of this kind under the given name, unless it is there. Throws where it cannot be made. */
export async function createSystemIndex({ engine, definition, index = firstName(definition) }: { engine: Engine; definition: SystemIndex; index?: string }): Promise<void> {
  const { version, mappings, name, pieces } = definition;
  const body = {
    settings: { index: { ...HIDDEN.index, number_of_shards: 1 } },
    mappings: { ...mappings, _meta: { version } },
    ...(pieces ? { aliases: { [name]: {} } } : {}),
  };
  const made = await callEngine(engine, { method: "PUT", path: `/${index}`, body }, [400]);
  if (made.status !== 400) return;
  // Another gateway may have made it in between; any other refusal must not end in an index that maps itself from documents.
  const { status } = await callEngine(engine, { method: "HEAD", path: `/${index}` }, [404]);
  if (status === 404) throw new HttpError(500, `the index ${index} could not be made: ${JSON.stringify(made.body)}`);
}

async function presentIndices(engine: Engine, indices: readonly SystemIndex[]): Promise<Present[]> {
  const path = `/${indices.map(({ name }) => name).join(",")}/_mapping`;
  const { status, body } = await callEngine(engine, { method: "GET", path, query: { ignore_unavailable: "true", allow_no_indices: "true" } }, [404]);
  if (status === 404) return [];
  return Object.entries(MappingsSchema.parse(body)).map(([index, { mappings }]) => ({ index, version: mappings._meta.version }));
}

function requireKnownVersion({ index, version }: Present, definition: SystemIndex): void {
  if (version <= definition.version) return;
  throw new NewerSystemIndexError(
    `The system index ${index} is of version ${version} and this program knows versions up to ${definition.version}: start the newer program that wrote it, or go back to a copy from before.`,
  );
}

// What is to be done, in the order of the list. Nothing at all on most starts.
function workOf(indices: readonly SystemIndex[], present: readonly Present[]): { definition: SystemIndex; old: Present[] }[] {
  return indices.flatMap((definition) => {
    const mine = present.filter(({ index }) => isOf(definition, index));
    for (const one of mine) requireKnownVersion(one, definition);
    const old = mine.filter(({ version }) => version < definition.version);
    return mine.length === 0 || old.length > 0 ? [{ definition, old }] : [];
  });
}

async function migrate({ engine, definition, old, check }: { engine: Engine; definition: SystemIndex; old: Present; check: () => void }): Promise<void> {
  const { mappings, version, migrations = [] } = definition;
  const { index } = old;
  await callEngine(engine, { method: "PUT", path: `/${index}/_settings`, body: HIDDEN });
  await callEngine(engine, { method: "PUT", path: `/${index}/_mapping`, body: { ...mappings, _meta: { version: old.version } } });
  for (const step of migrations) {
    if (step.to <= old.version || step.to > version) continue;
    await rewriteDocuments({ engine, index, rewrite: step.rewrite, check });
    check();
    await callEngine(engine, { method: "PUT", path: `/${index}/_mapping`, body: { _meta: { version: step.to } } });
  }
  check();
  await callEngine(engine, { method: "PUT", path: `/${index}/_mapping`, body: { _meta: { version } } });
}

/**
 * Makes the system indices that are missing and brings older ones up to the present version, one gateway at a time: others that start meanwhile wait
 * and find it done. Throws `NewerSystemIndexError` where an index is of a version that this program does not know, before it changes anything.
 */
export async function prepareSystemIndices({ engine, indices = SYSTEM_INDICES, log, owner, lease }: PrepareOptions): Promise<void> {
  if (workOf(indices, await presentIndices(engine, indices)).length === 0) return;
  await createSystemIndex({ engine, definition: SYSTEM.locks });
  const lock = { engine, name: LOCK, ...(owner === undefined ? {} : { owner }), ...(lease === undefined ? {} : { lease }) };
  const onWait = (holder: string) => log?.info({ holder }, "another process prepares the system indices: waiting for it");
  await withLock({ ...lock, onWait }, async ({ check }) => {
    for (const { definition, old } of workOf(indices, await presentIndices(engine, indices))) {
      check();
      if (old.length === 0) await createSystemIndex({ engine, definition });
      for (const one of old) {
        log?.info({ index: one.index, from: one.version, to: definition.version }, "system index is migrated");
        await migrate({ engine, definition, old: one, check });
      }
    }
  });
}
