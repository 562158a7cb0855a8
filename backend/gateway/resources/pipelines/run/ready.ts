import type { Logger } from "pino";
import { mayUseAllIndices } from "@backend/gateway/platform/access/indices";
import { type Authors, holds } from "@backend/gateway/platform/access/runs-as";
import type { Caller } from "@backend/gateway/platform/auth/types";
import { compileExpression, type Expression } from "@backend/gateway/resources/search-relevance/rules/expression";
import { readDocument } from "@common/pipelines/document/read-text";
import type { Held } from "../store/schema";
import type { PipelineDocument } from "@common/pipelines/document/types";
import type { ReadyPipeline } from "./types";

/** A pipeline whose text was read, and whose condition was compiled; null for one that holds always. */
export type LivePipeline = { held: Held; document: PipelineDocument; condition: Expression | null };

/**
 * Reads kept pipelines, each once as long as it is the same. One that cannot be read (another program may have kept
 * it) answers nothing, and is told in the log.
 */
export function createReading(log: Logger): (all: readonly Held[]) => readonly LivePipeline[] {
  const known = new WeakMap<Held, LivePipeline | null>();
  const lists = new WeakMap<readonly Held[], readonly LivePipeline[]>();

  function read(held: Held): LivePipeline | null {
    try {
      const { document } = readDocument(held.version.content);
      const { type, expression } = document.trigger;
      const isAlways = type === "always" || type === "cron" || expression.trim() === "";
      return { held, document, condition: isAlways ? null : compileExpression(expression) };
    } catch (error) {
      log.warn({ err: error, pipeline: held.pipeline.id }, "a pipeline cannot be read, and answers nothing");
      return null;
    }
  }

  function livePipeline(held: Held): LivePipeline | null {
    const found = known.get(held) ?? read(held);
    known.set(held, found);
    return found;
  }

  return (all) => {
    const found = lists.get(all) ?? all.flatMap((held) => livePipeline(held) ?? []);
    lists.set(all, found);
    return found;
  };
}

/** Whether somebody may write pipelines, by the same rights as their calls. */
export function mayWritePipelines(caller: Caller): boolean {
  return holds(caller, { category: "pipelines", op: "write" }) && mayUseAllIndices(caller);
}

/** A pipeline as it runs now: with the rights that its author has at this moment, null where he may not write any more. */
export async function readyPipeline({ held, document }: LivePipeline, authors: Authors): Promise<ReadyPipeline> {
  const { pipeline, version } = held;
  const author = await authors.find(version.author);
  return {
    id: pipeline.id,
    version: version.version,
    updatedAt: version.updated_at,
    document,
    scripts: version.scripts,
    author: author !== null && mayWritePipelines(author) ? author : null,
  };
}
