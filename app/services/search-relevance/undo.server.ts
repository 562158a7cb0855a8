import { isJsonObject, type JsonObject } from "@common/text/json";
import * as z from "zod";
import { getGrades, toGrade } from "~/services/search-relevance/grades/grades.server";
import {
  getBuiltIn,
  getRelevance,
  toResetRelevance,
  toSaveRelevance,
} from "~/services/search-relevance/settings.server";
import { getFeatured, toSetFeatured } from "~/services/search-relevance/suggestions/featured.server";
import { suggestionKinds } from "~/services/search-relevance/suggestions/kinds";
import { getPreferences, toSavePreferences } from "~/services/search-relevance/suggestions/preferences.server";
import { isStill, toSetSynonyms } from "~/services/search-relevance/synonyms/change.server";
import { listSynonyms } from "~/services/search-relevance/synonyms/read.server";
import { notChanged, type UndoKind, undoKind } from "../platform/changes/undo-kind.server";

// The ways back of what belongs to search relevance.

const changedSince = (what: string) =>
  `The ${what} have been changed since. Undo would overwrite that change, so it is off.`;

const savePreferences = undoKind(
  z.object({ kind: z.enum(suggestionKinds), text: z.string(), version: z.string() }),
  async (scope, value) => {
    const stored = await getPreferences(scope, value.kind);
    const ready = stored?.version === value.version;
    return {
      ready,
      note: ready ? notChanged : changedSince("suggestion preferences"),
      change: toSavePreferences({ ...value, before: stored?.text ?? null }),
    };
  },
);

const setFeatured = undoKind(
  z.object({ id: z.string(), text: z.string(), version: z.string() }),
  async (scope, value) => {
    const stored = await getFeatured(scope, value.id);
    const ready = stored.version === value.version;
    return {
      ready,
      note: ready ? notChanged : changedSince("featured suggestions"),
      change: toSetFeatured({ ...value, before: stored.text }),
    };
  },
);

const groups = z.array(z.object({ id: z.string(), expression: z.string() }));

const setSynonyms = undoKind(
  z.object({ index: z.string(), before: groups, after: groups }),
  async (scope, { index, before, after }) => {
    const now = (await listSynonyms(scope, index)) ?? [];
    const ready = isStill({ now, before: after, after: before });
    return {
      ready,
      note: ready ? notChanged : changedSince("synonyms"),
      change: toSetSynonyms({ index, verb: "restore", before: after, after: before }),
    };
  },
);

const record = z.custom<JsonObject>(isJsonObject).nullable();

const ofIndex = ["language", "indexSettings"] as const;
const sectionNames = ["search", "aggregations", "results", "language", "synonyms", "rules", "indexSettings"] as const;

const setRelevance = undoKind(
  z.object({ index: z.string(), version: z.string(), record }),
  async (scope, { index, version, record: old }) => {
    const stored = await getRelevance(scope, index);
    const ready = stored?.version === version;
    const before = stored ?? { record: {}, saved: false, version };
    if (old === null)
      return {
        ready,
        note: noteOf({ ready, now: before.record, old: {} }),
        change: { ...toResetRelevance({ index, before }), verb: "restore" },
      };
    // No server takes a section out of a record by one call: what it had not gets what is built in, which has the same
    // effect.
    const lacking = sectionNames.filter((name) => old[name] === undefined && before.record[name] !== undefined);
    const builtIn = lacking.length > 0 ? ((await getBuiltIn(scope)) ?? {}) : {};
    const sections = { ...Object.fromEntries(lacking.map((name) => [name, builtIn[name] ?? {}])), ...old };
    return {
      ready,
      note: noteOf({ ready, now: before.record, old: sections }),
      change: { ...toSaveRelevance({ index, before, sections }), verb: "restore" },
    };
  },
);

function noteOf({ ready, now, old }: { ready: boolean; now: JsonObject; old: JsonObject }): string {
  if (!ready) return changedSince("relevance settings");
  const differs = ofIndex.some((name) => JSON.stringify(now[name] ?? null) !== JSON.stringify(old[name] ?? null));
  return differs
    ? `${notChanged} The index stays as it is: the languages screen then offers to re-index it for the restored settings.`
    : notChanged;
}

const given = z.record(z.string(), z.number().nullable());
// Ways back that were kept before have no titles.
const names = z.record(z.string(), z.string()).default({});

const setGrades = undoKind(
  z.object({ ...{ index: z.string(), term: z.string(), docs: given, set: given }, titles: names }),
  async (scope, { index, term, docs, set, titles }) => {
    const now = await getGrades(scope, { index, term });
    const ready = now !== null && Object.entries(set).every(([id, grade]) => (now.get(id) ?? null) === grade);
    return {
      ready,
      note: ready ? notChanged : changedSince("grades"),
      change: { ...toGrade({ index, term, docs, before: set, titles }), verb: "restore" },
    };
  },
);

export const relevanceUndoKinds: Record<string, UndoKind> = {
  "save-suggestion-preferences": savePreferences,
  "set-featured-suggestions": setFeatured,
  "set-synonyms": setSynonyms,
  "set-relevance-settings": setRelevance,
  "set-grades": setGrades,
};
