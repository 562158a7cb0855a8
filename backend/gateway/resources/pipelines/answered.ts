import { type JsonValue, parseJson } from "@common/text/json";
import { readDocument } from "@common/pipelines/document/read-text";
import type { GlobalEnv } from "./store/global-envs";
import type { Held, StoredVersion } from "./store/schema";
import type { PipelineDocument } from "@common/pipelines/document/types";

/** How often a version ran, its mean time in ms, and how many of a hundred runs went well. */
export type Usage = { count: number; took: number; success_rate: number };
/** Figures of the versions of a pipeline over the last 30 days. */
export type UsageOf = (pipeline: string, signal: AbortSignal) => Promise<ReadonlyMap<number, Usage>>;

function documentIn(content: string): PipelineDocument | null {
  try {
    return readDocument(content).document;
  } catch {
    return null;
  }
}

/**
 * A pipeline as it is answered: its text, and a digest of it. Where the text cannot be read (another program may have
 * kept it) it is told alone, as switched off.
 */
export function answeredPipeline({ pipeline, version }: Held): Record<string, JsonValue> {
  const document = documentIn(version.content);
  const { trigger } = document ?? {};
  return {
    id: pipeline.id,
    description: document?.description ?? "",
    enabled: document?.enabled ?? false,
    priority: document?.priority ?? 0,
    routes: (document?.routes ?? []).map(({ path, method, classify, recordLogs }) => ({
      path,
      method,
      classify: { category: classify.category, ...(classify.acl !== null && { acl: classify.acl }) },
      recordLogs,
    })),
    ...(trigger && {
      trigger: {
        type: trigger.type,
        ...(trigger.expression !== "" && { expression: trigger.expression }),
      },
    }),
    /** Whether anybody is let in at all. */
    has_authorization: document?.stages.some(({ use, enabled }) => use === "authorization" && enabled) ?? false,
    content: version.content,
    extension: version.extension,
    ...contextOf(version),
    _version: version.version,
    author: { ...version.author },
    created_at: pipeline.created_at,
    updated_at: pipeline.updated_at,
  };
}

function contextOf({ validate_context }: StoredVersion): Record<string, JsonValue> {
  if (!validate_context) return {};
  try {
    return { validateContext: parseJson(validate_context) };
  } catch {
    return {};
  }
}

/** A version as it is answered. `usage` is missing where it never ran. */
export function answeredVersion(
  version: StoredVersion,
  { live, usage }: { live: number; usage: Usage | undefined },
): Record<string, JsonValue> {
  return {
    id: version.pipeline_id,
    _version: version.version,
    _version_description: version.description,
    is_live: version.version === live,
    created_at: version.created_at,
    updated_at: version.updated_at,
    content: version.content,
    extension: version.extension,
    scripts: Object.keys(version.scripts),
    ...contextOf(version),
    author: { ...version.author },
    ...(usage && { usage: { ...usage } }),
  };
}

/** A global variable as it is answered. */
export function answeredEnv({ validate, ...env }: GlobalEnv): Record<string, JsonValue> {
  return { ...env, ...(validate ? { validate: parseJson(validate) } : {}) };
}
