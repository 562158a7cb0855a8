import type { Logger } from "pino";
import type { Engine } from "@backend/engine/port";
import { HttpError } from "../http/errors";
import { callEngine } from "./engine-client";
import { locateSystemIndices, type Found, SystemIndexInTheWayError } from "./locate-system-indices";
import { withLock } from "./lock";
import { rewriteDocuments } from "./rewrite-documents";
import { SERVER_FORM } from "./server-form";
import { firstName, SYSTEM, SYSTEM_INDICES, type SystemIndex } from "./system-indices";
import { ownPlace, type Place } from "./system-places";

const LOCK = "system-indices";

/** Settings that a system index has, made by us or before. */
function settingsOf({ async: isAsync }: SystemIndex): object {
  return { hidden: true, auto_expand_replicas: "0-1", ...(isAsync ? { translog: { durability: "async" } } : {}) };
}

/** The index is of a later version than this program knows; the message is the one line for the operator. */
export class NewerSystemIndexError extends Error {}

type Old = { index: string; version: number };
type Work = { place: Place; old: Old[]; isMissing: boolean };
type PrepareOptions = {
  engine: Engine;
  indices?: readonly SystemIndex[];
  log?: Pick<Logger, "info">;
  owner?: string;
  lease?: number;
};

// Hidden from the first: a template for `*` is not for hidden indices.
function bodyOf({ definition, form }: Place): object {
  const { version, mappings, name, pieces } = definition;
  const index = { ...settingsOf(definition), number_of_shards: 1 };
  if (form === "server")
    return { settings: { index: { ...index, ...SERVER_FORM.settings } }, mappings: SERVER_FORM.mappings };
  return {
    settings: { index },
    mappings: { ...mappings, _meta: { version } },
    ...(pieces ? { aliases: { [name]: {} } } : {}),
  };
}

/**
 * Makes an index of this kind at its place, a piece under its own name, unless it is there. Throws where it cannot be
 * made.
 */
export async function createSystemIndex({
  engine,
  place,
  index = firstName(place.definition),
}: {
  engine: Engine;
  place: Place;
  index?: string;
}): Promise<void> {
  const made = await callEngine(engine, { method: "PUT", path: `/${index}`, body: bodyOf(place) }, [400]);
  if (made.status !== 400) return;
  // Another gateway may have made it in between; any other refusal must not end in an index that maps itself from
  // documents.
  const { status } = await callEngine(engine, { method: "HEAD", path: `/${index}` }, [404]);
  if (status === 404) throw new HttpError(500, `the index ${index} could not be made: ${JSON.stringify(made.body)}`);
}

function requireKnownVersion({ index, version }: Old, definition: SystemIndex): void {
  if (version <= definition.version) return;
  throw new NewerSystemIndexError(
    `The system index ${index} is of version ${version} and this program knows versions up to ${definition.version}: start the newer program that wrote it, or go back to a copy from before.`,
  );
}

// What is to be done, in the order of the list. Nothing at all on most starts; what is not ours stays as it is.
function workOf(found: readonly Found[]): Work[] {
  return found.flatMap(({ place, present }) => {
    const mine =
      place.form === "server"
        ? []
        : present.flatMap(({ index, version }) => (version === null ? [] : [{ index, version }]));
    for (const one of mine) requireKnownVersion(one, place.definition);
    const old = mine.filter(({ version }) => version < place.definition.version);
    return present.length === 0 || old.length > 0 ? [{ place, old, isMissing: present.length === 0 }] : [];
  });
}

async function migrate({
  engine,
  definition,
  old,
  check,
}: {
  engine: Engine;
  definition: SystemIndex;
  old: Old;
  check: () => void;
}): Promise<void> {
  const { mappings, version, migrations = [] } = definition;
  const { index } = old;
  await callEngine(engine, { method: "PUT", path: `/${index}/_settings`, body: { index: settingsOf(definition) } });
  await callEngine(engine, {
    method: "PUT",
    path: `/${index}/_mapping`,
    body: { ...mappings, _meta: { version: old.version } },
  });
  for (const step of migrations) {
    if (step.to <= old.version || step.to > version) continue;
    await rewriteDocuments({ engine, index, rewrite: step.rewrite, check });
    check();
    await callEngine(engine, { method: "PUT", path: `/${index}/_mapping`, body: { _meta: { version: step.to } } });
  }
  check();
  await callEngine(engine, { method: "PUT", path: `/${index}/_mapping`, body: { _meta: { version } } });
}

// An index that has our mark and another's mapping, say.
async function migrateOrTell(work: Parameters<typeof migrate>[0]): Promise<void> {
  try {
    await migrate(work);
  } catch (error) {
    if (!(error instanceof HttpError) || error.status !== 400) throw error;
    throw new SystemIndexInTheWayError(
      `the system index ${work.old.index} cannot be brought from version ${work.old.version} to ${work.definition.version}: ${error.detail?.reason ?? error.message}`,
    );
  }
}

/**
 * Makes the system indices that are missing and brings older ones up to the present version, one gateway at a time:
 * others that start meanwhile wait and find it done. Tells where each is. Throws `NewerSystemIndexError` where an index
 * is of a version that this program does not know, and
 * `SystemIndexInTheWayError`, before it changes anything.
 */
export async function prepareSystemIndices({
  engine,
  indices = SYSTEM_INDICES,
  log,
  owner,
  lease,
}: PrepareOptions): Promise<Place[]> {
  const first = await locateSystemIndices({ engine, indices });
  if (workOf(first).length === 0) return first.map(({ place }) => place);
  const locks = first.find(({ place }) => place.key === SYSTEM.locks.name)?.place ?? ownPlace(SYSTEM.locks);
  await createSystemIndex({ engine, place: locks });
  const lock = {
    engine,
    name: LOCK,
    index: locks.definition.name,
    ...(owner === undefined ? {} : { owner }),
    ...(lease === undefined ? {} : { lease }),
  };
  const onWait = (holder: string) =>
    log?.info({ holder }, "another process prepares the system indices: waiting for it");
  await withLock({ ...lock, onWait }, async ({ check }) => {
    for (const { place, old, isMissing } of workOf(await locateSystemIndices({ engine, indices }))) {
      check();
      if (isMissing) await createSystemIndex({ engine, place });
      for (const one of old) {
        await migrateOrTell({ engine, definition: place.definition, old: one, check });
        log?.info({ index: one.index, from: one.version, to: place.definition.version }, "system index was migrated");
      }
    }
  });
  return (await locateSystemIndices({ engine, indices })).map(({ place }) => place);
}
