import type { JsonObject } from "@common/text/json";
import { readable } from "@common/search-relevance/settings/read";
import { requireAllTold, toldMembers } from "@backend/gateway/platform/fields/kept-whole";
import type { Reader } from "@backend/gateway/platform/fields/readers";
import { RecordSchema } from "./record";
import { withinRights } from "./within-rights";

/** Relevance settings as a reader may have them: without the fields that he may not see or search. */
export function toldSettings(record: JsonObject, reader: Reader): JsonObject {
  return toldMembers(RecordSchema.parse({ ...record, ...withinRights(readable(record), reader.rights) }), reader);
}

/**
 * Refuses to replace sections of settings, all where none are given, that name what their caller may not see. Throws
 * 401.
 */
export function requireSettingsTold(
  before: JsonObject | null,
  { reader, replaced }: { reader: Reader | null; replaced?: readonly string[] },
): void {
  if (!before || !reader) return;
  const kept = { ...before, ...readable(before) };
  requireAllTold({
    kept,
    told: toldSettings(before, reader),
    what: "these relevance settings",
    ...(replaced ? { replaced } : {}),
  });
}
