import { PIPELINES_LIMITS } from "@common/limits/pipelines";
import { badRequest, HttpError, notFound } from "@backend/gateway/platform/http/errors";
import { withLock } from "@backend/gateway/platform/store/lock";
import { createShortMemory } from "@backend/gateway/platform/store/short-memory";
import { SYSTEM } from "@backend/gateway/platform/store/system-indices";
import { createSystemStore, type StoreParts } from "@backend/gateway/platform/store/system-store";
import * as z from "zod";
import {
  type Held,
  type StoredPipeline,
  StoredPipelineSchema,
  type StoredVersion,
  StoredVersionSchema,
} from "./schema";

const { pipelines: MOST, versions: MOST_VERSIONS } = PIPELINES_LIMITS;

/** Counts what was changed, in an index of its own kind of id: no pipeline may be called so. */
const STATE = "_state";
const StateSchema = z.object({ changes: z.number().int() });

/** What a version is made of; the rest the store knows. */
export type Draft = Pick<StoredVersion, "content" | "extension" | "scripts" | "description" | "author"> &
  Pick<StoredVersion, "validate_context">;

/** Pipelines and their versions. Every write stands alone, over all gateways. */
export type PipelineStore = {
  /** All with the version that answers, at most half a second old; read again only where something has changed. */
  live: () => Promise<readonly Held[]>;
  list: () => Promise<Held[]>;
  get: (id: string) => Promise<Held | null>;
  versions: (id: string) => Promise<StoredVersion[]>;
  version: (id: string, number: number) => Promise<StoredVersion | null>;
  /** Refuses one whose id is taken (409) or where there are too many (400). */
  create: (id: string, draft: Draft) => Promise<Held>;
  /** Writes over the version that answers. Throws 404. */
  update: (id: string, draft: Draft) => Promise<Held>;
  addVersion: (id: string, draft: Draft) => Promise<StoredVersion>;
  changeVersion: (id: string, number: number, draft: Draft) => Promise<StoredVersion>;
  makeLive: (id: string, number: number) => Promise<void>;
  remove: (id: string) => Promise<boolean>;
};

export const noPipeline = (id: string): HttpError => notFound(`pipeline with id ${JSON.stringify(id)} does not exist`);
export const noVersion = (id: string, number: number): HttpError =>
  notFound(`pipeline ${JSON.stringify(id)} has no version ${number}`);

const keyOf = (id: string, number: number) => `${number}:${id}`;
const now = () => Math.floor(Date.now() / 1000);

/** Pipelines in `.pipeline_definitions` and `.pipeline_versions`. */
export function createPipelineStore({ engine, places }: StoreParts): PipelineStore {
  const pipelines = createSystemStore({ engine, places, index: SYSTEM.pipelines, schema: StoredPipelineSchema });
  const state = createSystemStore({ engine, places, index: SYSTEM.pipelines, schema: StateSchema });
  const versions = createSystemStore({ engine, places, index: SYSTEM.pipelineVersions, schema: StoredVersionSchema });
  let known: { changes: number; live: readonly Held[] } = { changes: -1, live: [] };
  const memory = createShortMemory({ read: readLive, size: 1, ahead: true });

  async function readLive(): Promise<readonly Held[]> {
    const changes = (await state.now(STATE))?.changes ?? 0;
    if (changes !== known.changes) known = { changes, live: changes === 0 ? [] : await list() };
    return known.live;
  }

  async function list(): Promise<Held[]> {
    const all = await pipelines.find({ match_all: {} }, MOST.most + 1);
    const values = all.map(({ id, live }) => keyOf(id, live));
    const found = await versions.find({ ids: { values } }, MOST.most + 1);
    const byKey = new Map(found.map((one) => [keyOf(one.pipeline_id, one.version), one]));
    return all.flatMap((pipeline) => {
      const version = byKey.get(keyOf(pipeline.id, pipeline.live));
      return version ? [{ pipeline, version }] : [];
    });
  }

  async function get(id: string): Promise<Held | null> {
    const pipeline = await pipelines.now(id);
    const version = pipeline && (await versions.now(keyOf(id, pipeline.live)));
    return pipeline && version ? { pipeline, version } : null;
  }

  async function required(id: string): Promise<StoredPipeline> {
    const found = await pipelines.now(id);
    if (!found) throw noPipeline(id);
    return found;
  }

  async function versionsOf(id: string): Promise<StoredVersion[]> {
    const found = await versions.where({ pipeline_id: id }, MOST_VERSIONS.most + 1);
    return found.sort((a, b) => b.version - a.version);
  }

  // The count is written last: a gateway that reads in between reads again.
  async function alone<Result>(work: () => Promise<Result>): Promise<Result> {
    const index = places.of(SYSTEM.locks).definition.name;
    try {
      return await withLock({ engine, name: "pipelines", index }, async () => {
        try {
          return await work();
        } finally {
          await state.remake(STATE, (before) => ({ changes: (before?.changes ?? 0) + 1 }));
        }
      });
    } finally {
      memory.forget();
    }
  }

  const versionOf = (id: string, number: number, draft: Draft, created_at = now()): StoredVersion => ({
    ...draft,
    pipeline_id: id,
    version: number,
    created_at,
    updated_at: now(),
  });

  async function put(version: StoredVersion): Promise<StoredVersion> {
    await versions.put(keyOf(version.pipeline_id, version.version), version);
    return version;
  }

  async function create(id: string, draft: Draft): Promise<Held> {
    return alone(async () => {
      if (await pipelines.now(id)) throw new HttpError(409, `there is a pipeline with the id ${id} already`);
      if ((await pipelines.ids(MOST.most + 1)).length > MOST.most)
        throw badRequest(`there can be at most ${MOST.most} pipelines`);
      const version = await put(versionOf(id, 1, draft));
      const pipeline = { id, live: 1, last: 1, created_at: version.created_at, updated_at: version.created_at };
      await pipelines.put(id, pipeline);
      return { pipeline, version };
    });
  }

  async function rewritten(id: string, number: number, draft: Draft): Promise<StoredVersion> {
    const before = await versions.now(keyOf(id, number));
    if (!before) throw noVersion(id, number);
    return put(versionOf(id, number, draft, before.created_at));
  }

  async function touched(pipeline: StoredPipeline, change: Partial<StoredPipeline> = {}): Promise<StoredPipeline> {
    const changed = { ...pipeline, ...change, updated_at: now() };
    await pipelines.put(pipeline.id, changed);
    return changed;
  }

  const update = (id: string, draft: Draft) =>
    alone(async () => {
      const pipeline = await required(id);
      const version = await rewritten(id, pipeline.live, draft);
      return { pipeline: await touched(pipeline), version };
    });

  const addVersion = (id: string, draft: Draft) =>
    alone(async () => {
      const pipeline = await required(id);
      if ((await versionsOf(id)).length >= MOST_VERSIONS.most)
        throw badRequest(`a pipeline can have at most ${MOST_VERSIONS.most} versions`);
      const number = pipeline.last + 1;
      // The number first: one that was begun and not written is not given again.
      await touched(pipeline, { last: number });
      return put(versionOf(id, number, draft));
    });

  const changeVersion = (id: string, number: number, draft: Draft) =>
    alone(async () => {
      const pipeline = await required(id);
      const version = await rewritten(id, number, draft);
      if (number === pipeline.live) await touched(pipeline);
      return version;
    });

  const makeLive = (id: string, number: number) =>
    alone(async () => {
      const pipeline = await required(id);
      if (!(await versions.now(keyOf(id, number)))) throw noVersion(id, number);
      await touched(pipeline, { live: number });
    });

  // The pipeline goes first: versions without one answer nothing.
  const remove = (id: string) =>
    alone(async () => {
      if (!(await pipelines.remove(id))) return false;
      for (const { version } of await versionsOf(id)) await versions.remove(keyOf(id, version));
      return true;
    });

  return {
    live: () => memory.get("all"),
    list,
    get,
    versions: versionsOf,
    version: (id, number) => versions.now(keyOf(id, number)),
    create,
    update,
    addVersion,
    changeVersion,
    makeLive,
    remove,
  };
}
