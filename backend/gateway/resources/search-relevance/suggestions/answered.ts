import type { JsonObject } from "@common/text/json";
import { mayUseAll } from "@backend/gateway/platform/access/indices";
import type { Caller } from "@backend/gateway/platform/auth/types";
import type { Built } from "./popular/popular-index";
import { INDEX, type Index, type Popular, RECENT, type Recent } from "./schema";

/** Preferences as a caller is told them: of indices those that he may use. */
export function withOwnIndices<Record extends { indices?: string[] | null | undefined }>(
  record: Record,
  caller: Caller,
): Record {
  return record.indices == null
    ? record
    : { ...record, indices: record.indices.filter((name) => name === "*" || mayUseAll(caller, [name])) };
}

/** The same of popular suggestions, of which some are written down by hand for an index. */
export function popularOf(record: Popular, caller: Caller): Popular {
  const { externalSuggestions: external } = record;
  const isOwn = ({ indices }: { indices?: string[] | null | undefined }) =>
    indices == null || indices.some((name) => name === "*" || mayUseAll(caller, [name]));
  return {
    ...withOwnIndices(record, caller),
    ...(external == null
      ? {}
      : { externalSuggestions: external.filter(isOwn).map((one) => withOwnIndices(one, caller)) }),
  };
}

/**
 * Preferences of popular suggestions as they are answered: numbers and switches that nobody set are 0 and false, the
 * rest null.
 */
export function answeredPopular(record: Popular, { alias, built }: { alias: string; built: Built | null }): JsonObject {
  return {
    indices: record.indices ?? null,
    numberOfDays: record.numberOfDays ?? 0,
    minCount: record.minCount ?? 0,
    minHits: record.minHits ?? 0,
    minChars: record.minChars ?? 0,
    size: record.size ?? 0,
    blacklist: record.blacklist ?? null,
    transformDiacritics: record.transformDiacritics ?? false,
    externalSuggestions:
      record.externalSuggestions?.map(({ key, count, indices }) => ({
        key: key ?? "",
        count: count ?? 0,
        ...(indices == null ? {} : { indices }),
      })) ?? null,
    lastSyncedTime: built?.builtAt ?? 0,
    aliasToIndex: built?.index ?? "",
    index: alias,
  };
}

/** Preferences of recent suggestions as they are answered. */
export function answeredRecent(record: Recent): JsonObject {
  const { indices, ...numbers } = RECENT.parse(record);
  return {
    indices: indices ?? null,
    minHits: numbers.minHits ?? 0,
    minChars: numbers.minChars ?? 0,
    size: numbers.size ?? 0,
  };
}

/** Preferences of index suggestions as they are answered: null is what nobody set. */
export function answeredIndex(record: Index): JsonObject {
  const known = new Map(Object.entries(record));
  return Object.fromEntries(Object.keys(INDEX.shape).map((name) => [name, known.get(name) ?? null]));
}
