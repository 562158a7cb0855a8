import * as z from "zod";
import { isJsonObject, type JsonObject } from "@common/text/json";
import type { SourceIndex } from "./engine-calls";
import type { ReindexBody } from "./schema";

/** Whether a re-index takes mappings, settings or data; one that names nothing takes all. */
export function wants(body: ReindexBody, action: string): boolean {
  const actions = body.action ?? [];
  return actions.length === 0 || actions.includes(action);
}

/** The name without the number of earlier rounds, and the number after this one's. */
export function roundOf(name: string): { alias: string; next: number } {
  const found = /^(.+)_reindexed_(\d+)$/.exec(name);
  return { alias: found?.[1] ?? name, next: Number(found?.[2] ?? 0) + 1 };
}

// `settings` may be sent with or without the level `index`, its keys dotted or not: what is sent lies over what is
// there.
function mergedSettings(existing: JsonObject, sent: JsonObject | null | undefined): JsonObject {
  if (!sent) return { index: existing };
  const { index, ...flat } = sent;
  const inner = isJsonObject(index) ? index : {};
  const given = { ...flat, ...inner };
  // A number of replicas that was asked for must not be overruled by the number of nodes.
  const fixed: JsonObject =
    "number_of_replicas" in given && !("auto_expand_replicas" in given) ? { auto_expand_replicas: "false" } : {};
  return { ...flat, index: { ...existing, ...fixed, ...inner } };
}

/** What the new index is made with: what was sent, else what the source has. */
export function targetDefinition(
  source: SourceIndex,
  body: ReindexBody,
): { mappings: JsonObject; settings: JsonObject } {
  return {
    mappings: (wants(body, "mappings") ? body.mappings : null) ?? source.mappings,
    settings: mergedSettings(source.settings, wants(body, "settings") ? body.settings : null),
  };
}

/** The body of the engine's own re-index. */
export function copyBody({ source, target, body }: { source: string; target: string; body: ReindexBody }): JsonObject {
  const includes = body.include_fields ?? [];
  const excludes = body.exclude_fields ?? [];
  const filter: JsonObject = includes.length + excludes.length > 0 ? { _source: { includes, excludes } } : {};
  return {
    source: { index: source, ...filter },
    dest: { index: target },
    ...(body.program ? { script: body.program } : {}),
  };
}

const FailureSchema = z.looseObject({
  id: z.string().optional(),
  cause: z.looseObject({ type: z.string(), reason: z.string() }),
});

/** The first failure of a copy, as the cause of an error. */
export function failureCause(failure: unknown): { type: string; reason: string } | undefined {
  const parsed = FailureSchema.safeParse(failure);
  if (!parsed.success) return undefined;
  const { id, cause } = parsed.data;
  return { type: cause.type, reason: id === undefined ? cause.reason : `[${id}]: ${cause.reason}` };
}
