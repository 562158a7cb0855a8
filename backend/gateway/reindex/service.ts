import type { Logger } from "pino";
import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { isJsonObject, type JsonObject } from "@common/json";
import type { Engine } from "../../engine/port";
import { badRequest, HttpError } from "../http/errors";
import { tryLock } from "../store/lock";
import { copyDocuments, createIndex, dropIndex, freeName, readSource, readTask, refresh, sizeOf, type SourceIndex, takePlace } from "./engine-calls";
import { answeredReport, type ReindexBody, ReportSchema } from "./schema";

/** Up to this many bytes of primaries a re-index is waited for, unless the caller says otherwise. */
const WAIT_LIMIT = 100_000_000;
/** How often a copy that nobody waits for is looked at, in ms. */
const LOOK_EVERY = 1_000;

type Task = { task: string };
type Result = Record<string, unknown> | Task;
type ReindexParts = { engine: Engine; log: Logger; forgetAliases: () => void; lockIndex: () => string };
export type ReindexService = {
  inPlace: (options: { index: string; body: ReindexBody; wait: boolean | null }) => Promise<Result>;
  copy: (options: { source: string; target: string; body: ReindexBody; wait: boolean | null }) => Promise<Result>;
};

const TaskSchema = z.object({ task: z.string() });

function wants(body: ReindexBody, action: string): boolean {
  const actions = body.action ?? [];
  return actions.length === 0 || actions.includes(action);
}

// The name without the number of earlier rounds, and the number after this one's.
function roundOf(name: string): { alias: string; next: number } {
  const found = /^(.+)_reindexed_(\d+)$/.exec(name);
  return { alias: found?.[1] ?? name, next: Number(found?.[2] ?? 0) + 1 };
}

// `settings` may be sent with or without the level `index`, its keys dotted or not: what is sent lies over what is there.
function mergedSettings(existing: JsonObject, sent: JsonObject | null | undefined): JsonObject {
  if (!sent) return { index: existing };
  const { index, ...flat } = sent;
  const inner = isJsonObject(index) ? index : {};
  const given = { ...flat, ...inner };
  // A number of replicas that was asked for must not be overruled by the number of nodes.
  const fixed: JsonObject = "number_of_replicas" in given && !("auto_expand_replicas" in given) ? { auto_expand_replicas: "false" } : {};
  return { ...flat, index: { ...existing, ...fixed, ...inner } };
}

function targetDefinition(source: SourceIndex, body: ReindexBody): { mappings: JsonObject; settings: JsonObject } {
  return {
    mappings: (wants(body, "mappings") ? body.mappings : null) ?? source.mappings,
    settings: mergedSettings(source.settings, wants(body, "settings") ? body.settings : null),
  };
}

function copyBody({ source, target, body }: { source: string; target: string; body: ReindexBody }): unknown {
  const includes = body.include_fields ?? [];
  const excludes = body.exclude_fields ?? [];
  const filter = includes.length + excludes.length > 0 ? { _source: { includes, excludes } } : {};
  return { source: { index: source, ...filter }, dest: { index: target } };
}

/**
 * Re-indexing, in place and into a new index. What is written but not yet searchable is made so first; a second run on the same index waits its turn with
 * a refusal; aliases and replicas are kept, and a run that fails leaves nothing behind. The real server does none of this (contract 10, 2.3).
 */
export function createReindexService({ engine, log, forgetAliases, lockIndex }: ReindexParts): ReindexService {
  async function shouldWait(wait: boolean | null, name: string): Promise<boolean> {
    return wait ?? (await sizeOf(engine, name)) <= WAIT_LIMIT;
  }

  // Runs `finish` once the copy is through, at once or when its task says so; `undo` where it failed.
  async function copyThen({
    body,
    wait,
    finish,
    undo,
    done,
  }: {
    body: unknown;
    wait: boolean;
    finish: () => Promise<void>;
    undo: () => Promise<void>;
    done: () => Promise<void>;
  }): Promise<Result> {
    if (!wait) {
      const { task } = TaskSchema.parse(await copyDocuments({ engine, body, wait }));
      void followTask({ task, finish, undo }).finally(done);
      return { task };
    }
    const report = ReportSchema.parse(await copyDocuments({ engine, body, wait }));
    if (report.failures.length > 0) {
      await undo();
      throw new HttpError(400, `${report.failures.length} documents could not be copied`, { cause: failureCause(report.failures[0]) });
    }
    await finish();
    return answeredReport(report);
  }

  async function followTask({ task, finish, undo }: { task: string; finish: () => Promise<void>; undo: () => Promise<void> }): Promise<void> {
    try {
      for (;;) {
        const state = await readTask(engine, task);
        if (state?.completed) return await (state.failed ? undo() : finish());
        await sleep(LOOK_EVERY, undefined, { ref: false });
      }
    } catch (error) {
      log.error({ err: error, task }, "re-index not finished");
    }
  }

  // One run at a time on an index, on whichever gateway; a run that goes on behind a task keeps its place until it ends.
  async function exclusively(name: string, run: (done: () => Promise<void>) => Promise<{ result: Result; ongoing: boolean }>): Promise<Result> {
    const lock = await tryLock({ engine, name: `reindex ${name}`, index: lockIndex() });
    if (!lock) throw badRequest(`Re-indexing is already in progress for ${name} index`);
    const done = async () => {
      forgetAliases();
      await lock.release();
    };
    let ongoing = false;
    try {
      const outcome = await run(done);
      ongoing = outcome.ongoing;
      return outcome.result;
    } finally {
      if (!ongoing) await done();
    }
  }

  async function inPlace({ index, body, wait }: { index: string; body: ReindexBody; wait: boolean | null }): Promise<Result> {
    const { alias } = roundOf((await readSource(engine, index, { sized: wait === null })).name);
    return exclusively(alias, async (done) => {
      // Read only now: a run that has just ended put another index in this one's place.
      const source = await readSource(engine, index, { sized: wait === null });
      const waits = await shouldWait(wait, source.name);
      const { next } = roundOf(source.name);
      // Without data there is nothing to put in the old index's place.
      if (!wants(body, "data")) return { result: {}, ongoing: false };
      await refresh(engine, source.name);
      // A run that was cut off by the end of its process may have left an index of that name behind.
      const target = await freeName(engine, `${alias}_reindexed_`, next);
      await createIndex({ engine, name: target, ...targetDefinition(source, body) });
      const undo = () => dropIndex(engine, target);
      try {
        const result = await copyThen({
          body: copyBody({ source: source.name, target, body }),
          wait: waits,
          finish: () => takePlace({ engine, source, target, name: alias }),
          undo,
          done,
        });
        return { result, ongoing: !waits };
      } catch (error) {
        await undo();
        throw error;
      }
    });
  }

  async function copy({ source: from, target, body, wait }: { source: string; target: string; body: ReindexBody; wait: boolean | null }): Promise<Result> {
    const source = await readSource(engine, from, { sized: wait === null });
    const waits = await shouldWait(wait, source.name);
    const dataOnly = body.action?.length === 1 && body.action[0] === "data";
    return exclusively(target, async (done) => {
      await refresh(engine, source.name);
      // Rows may be added to an index that is there, which then is not ours to drop.
      if (!dataOnly) await createIndex({ engine, name: target, ...targetDefinition(source, body) });
      if (!wants(body, "data")) return { result: {}, ongoing: false };
      const undo = async () => {
        if (!dataOnly) await dropIndex(engine, target);
      };
      try {
        const result = await copyThen({ body: copyBody({ source: source.name, target, body }), wait: waits, finish: async () => undefined, undo, done });
        return { result, ongoing: !waits };
      } catch (error) {
        await undo();
        throw error;
      }
    });
  }

  return { inPlace, copy };
}

const FailureSchema = z.looseObject({ id: z.string().optional(), cause: z.looseObject({ type: z.string(), reason: z.string() }) });

function failureCause(failure: unknown): { type: string; reason: string } | undefined {
  const parsed = FailureSchema.safeParse(failure);
  if (!parsed.success) return undefined;
  const { id, cause } = parsed.data;
  return { type: cause.type, reason: id === undefined ? cause.reason : `[${id}]: ${cause.reason}` };
}
