import { isJsonObject, type JsonValue, parseJson } from "@common/text/json";
import { NOT_THERE } from "~/lib/search-relevance/absent";
import { changesOf, differing, valuesOf } from "~/services/search-relevance/draft/draft";
import type { SettingChange } from "~/services/search-relevance/draft/setting-change";
import { SYNONYMS_WAITING } from "~/services/search-relevance/draft/waiting";
import { inWords } from "~/services/search-relevance/synonyms/groups";

// Old and new of a change as its own screen says them, where the log kept both whole.

/** More lines are read better as text. */
const MOST_LINES = 200;

type Texts = { before: string | null; after: string | null };

function parsed(text: string): JsonValue | undefined {
  try {
    return parseJson(text);
  } catch {
    // Cut, for it was too long.
    return undefined;
  }
}

const isText = (value: JsonValue): value is string => typeof value === "string";

const groupLine = (old: string, now: string): SettingChange => ({
  ...{ key: SYNONYMS_WAITING, group: "Synonyms", setting: "Group", field: null, effect: "at once" },
  old,
  new: now,
});

function groupLines(before: JsonValue, after: JsonValue): SettingChange[] | null {
  if (!Array.isArray(before) || !Array.isArray(after)) return null;
  const [old, now] = [before.filter(isText), after.filter(isText)];
  const gone = old.filter((group) => !now.includes(group));
  const come = now.filter((group) => !old.includes(group));
  return [
    ...gone.map((group) => groupLine(inWords(group), NOT_THERE)),
    ...come.map((group) => groupLine(NOT_THERE, inWords(group))),
  ];
}

/**
 * What a change did to relevance settings, by their labels, or to groups of synonyms; null where its texts say it best,
 * or nothing that has a label differs.
 */
export function changedValues(kind: string, { before, after }: Texts): SettingChange[] | null {
  if (before === null || after === null) return null;
  const [old, now] = [parsed(before), parsed(after)];
  if (old === undefined || now === undefined) return null;
  const lines =
    kind === "synonyms"
      ? groupLines(old, now)
      : kind === "relevance-settings" && isJsonObject(old) && isJsonObject(now)
        ? changesOf(old, differing(old, valuesOf(now)))
        : null;
  return lines === null || lines.length === 0 || lines.length > MOST_LINES ? null : lines;
}
