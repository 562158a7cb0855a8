import type { JsonObject } from "@common/text/json";
import { illegalArgument } from "../errors";
import type { RouteContext } from "../http/types";
import { fits } from "@common/text/glob";
import { expressionOptions } from "../index/options";
import type { FieldType } from "../mapping/types";
import type { ReadingState } from "../state";

type Capability = { searchable: boolean; aggregatable: boolean };
type Seen = { index: string; capability: Capability };

const META_FIELDS: Record<string, Capability> = {
  _id: { searchable: true, aggregatable: true },
  _index: { searchable: true, aggregatable: true },
  _source: { searchable: false, aggregatable: false },
};

function capabilityOf(field: FieldType): Capability {
  if (field.kind === "vector")
    return { searchable: field.type === "dense_vector" && field.indexed, aggregatable: field.type === "knn_vector" };
  if (field.kind === "rank_features") return { searchable: false, aggregatable: false };
  return { searchable: field.indexed, aggregatable: field.kind === "text" ? field.fielddata : field.docValues };
}

/** What one type of a field can do over the indices that have it; indices are named only where they differ. */
function merged(seen: readonly Seen[], { type, mixed }: { type: string; mixed: boolean }): JsonObject {
  const every = (key: keyof Capability) => seen.every(({ capability }) => capability[key]);
  const without = (key: keyof Capability) =>
    seen.filter(({ capability }) => !capability[key]).map(({ index }) => index);
  const searchable = every("searchable");
  const aggregatable = every("aggregatable");
  return {
    type,
    searchable,
    aggregatable,
    ...(mixed && { indices: seen.map(({ index }) => index) }),
    ...(!searchable &&
      seen.some(({ capability }) => capability.searchable) && { non_searchable_indices: without("searchable") }),
    ...(!aggregatable &&
      seen.some(({ capability }) => capability.aggregatable) && { non_aggregatable_indices: without("aggregatable") }),
  };
}

function objectPaths(path: string): string[] {
  const parts = path.split(".");
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join("."));
}

/** `_field_caps`: which fields the indices have, of which types, and what can be done with them. */
export function fieldCapabilities(context: RouteContext<ReadingState>) {
  const body = context.object();
  // Clients of version 8 put them into the body, one alone without a list.
  const inBody = body["fields"] === undefined ? [] : [body["fields"]].flat().map(String);
  const patterns = context.query["fields"]?.split(",") ?? inBody;
  if (patterns.length === 0) throw illegalArgument("specified fields can't be null or empty");
  const indices = context.engine.indices
    .find(context.params["index"], expressionOptions(context))
    .map((found) => found.index);
  const fields = new Map<string, Map<string, Seen[]>>();
  function see(index: string, path: string, type: string, capability: Capability): void {
    if (!patterns.some((pattern) => fits(pattern, path))) return;
    const types = fields.get(path) ?? new Map<string, Seen[]>();
    fields.set(path, types);
    types.set(type, [...(types.get(type) ?? []), { index, capability }]);
  }
  for (const index of indices) {
    for (const [path, capability] of Object.entries(META_FIELDS)) see(index.name, path, path, capability);
    const objects = new Set<string>();
    for (const field of index.mapping.fields()) {
      see(index.name, field.path, field.type, capabilityOf(field));
      for (const path of objectPaths(field.path)) if (index.mapping.isObject(path)) objects.add(path);
    }
    for (const path of objects)
      see(index.name, path, index.mapping.isNested(path) ? "nested" : "object", {
        searchable: false,
        aggregatable: false,
      });
  }
  const shown = [...fields].map(
    ([path, types]) =>
      [
        path,
        Object.fromEntries([...types].map(([type, seen]) => [type, merged(seen, { type, mixed: types.size > 1 })])),
      ] as const,
  );
  return { body: { indices: indices.map((index) => index.name).sort(), fields: Object.fromEntries(shown) } };
}
