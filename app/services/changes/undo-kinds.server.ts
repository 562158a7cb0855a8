import { isJsonObject, type JsonObject } from "@common/json";
import * as z from "zod";
import { membersNow, sameMembers, toSetAlias } from "~/services/aliases/manage.server";
import { countOf, formatNumber } from "~/lib/numbers";
import { getDocument, type StoredDocument } from "~/services/documents/get.server";
import { documentKey, keptDocument, type Restored, storedKeys, toRestoreDocuments } from "~/services/documents/restore-many.server";
import { toCreateDocument, toDeleteDocument, toSaveDocument } from "~/services/documents/write.server";
import { getIndex } from "~/services/indices/get.server";
import { toDeleteIndex, toSetIndexOpen } from "~/services/indices/manage.server";
import { currentStoredQuery, toCreateStoredQuery, toDeleteStoredQuery, toSaveStoredQuery } from "~/services/stored-queries/write.server";
import { settingChanges } from "~/lib/index-settings";
import { getSettings } from "~/services/settings/get.server";
import { staticNames, toSaveSettings } from "~/services/settings/save.server";
import { storedKinds } from "~/lib/template-match";
import { toCreateTemplate, toDeleteTemplate, toSaveTemplate } from "~/services/templates/manage.server";
import { getTemplate, templateText } from "~/services/templates/read.server";
import { getRetention, limitsSchema, removedBy, toSetRetention } from "~/services/logs/retention.server";
import { accessUndoKinds } from "./undo-access.server";
import { relevanceUndoKinds } from "./undo-relevance.server";
import { moveInsight } from "./undo-insight.server";
import { ruleUndoKinds } from "./undo-rules.server";
import { testUndoKinds } from "./undo-tests.server";
import { notChanged, type UndoKind, undoKind } from "./undo-kind.server";

const ref = z.object({ index: z.string(), id: z.string(), routing: z.string().optional() });
const version = z.object({ seqNo: z.number(), primaryTerm: z.number() });

function changedSince(stored: StoredDocument | undefined, { seqNo, primaryTerm }: z.output<typeof version>): string | null {
  if (stored === undefined) return "The document has been deleted since, so there is nothing to undo.";
  return stored.seqNo === seqNo && stored.primaryTerm === primaryTerm
    ? null
    : "The document has been changed since. Undo would overwrite that change, so it is off.";
}

const restoreDocument = undoKind(ref.extend({ source: z.string() }), async (scope, value) => {
  const stored = await getDocument(scope, value);
  const note = stored === undefined ? "The document is still deleted." : "There is a document with this ID again. Undo would overwrite it, so it is off.";
  return { ready: stored === undefined, note, change: { ...toCreateDocument(value), verb: "restore" } };
});

const restoreDocuments = undoKind(z.object({ index: z.string(), documents: z.array(keptDocument) }), async (scope, { index, documents }) => {
  const stored = await storedKeys(scope, { index, documents });
  const missing = documents.filter((one) => !stored.has(documentKey(one)));
  const made = documents.length - missing.length;
  const note =
    missing.length === 0
      ? "There are documents with all of these IDs again. Undo would overwrite them, so it is off."
      : `${countOf(missing.length, "document")} ${missing.length === 1 ? "is" : "are"} still deleted.${made === 0 ? "" : ` ${existAgain(made)}`}`;
  return {
    ready: missing.length > 0,
    note,
    change: toRestoreDocuments({ index, documents: missing.length > 0 ? missing : documents }),
    told: ({ restored, taken }: Restored) => `${countOf(restored, "document")} restored.${made + taken === 0 ? "" : ` ${existAgain(made + taken)}`}`,
  };
});

const existAgain = (count: number) =>
  count === 1
    ? "A document with the ID of one exists again and stays as it is."
    : `Documents with the IDs of ${formatNumber(count)} exist again and stay as they are.`;

const saveDocument = undoKind(ref.extend({ source: z.string(), version }), async (scope, value) => {
  const stored = await getDocument(scope, value);
  const why = changedSince(stored, value.version);
  return { ready: why === null, note: why ?? notChanged, change: toSaveDocument({ ...value, before: stored?.source }) };
});

const deleteDocument = undoKind(ref.extend({ version }), async (scope, value) => {
  const stored = await getDocument(scope, value);
  const why = changedSince(stored, value.version);
  return { ready: why === null, note: why ?? notChanged, change: toDeleteDocument({ ...value, source: stored?.source ?? "{}" }) };
});

const setIndexOpen = undoKind(z.object({ name: z.string(), open: z.boolean() }), async (scope, value) => {
  const row = await getIndex(scope, value.name);
  const note =
    row === undefined ? "The index has been deleted since." : row.open === value.open ? `The index is ${value.open ? "open" : "closed"} already.` : notChanged;
  return { ready: note === notChanged, note, change: toSetIndexOpen(value) };
});

const setLogRetention = undoKind(z.object({ limits: limitsSchema, set: limitsSchema }), async (scope, { limits, set }) => {
  const now = await getRetention(scope);
  const isSame = now !== null && (["days", "records", "bytes"] as const).every((name) => now[name] === set[name]);
  const after = isSame ? await getRetention(scope, limits) : null;
  const removed = after && now && removedBy(after, now);
  const note = removed
    ? `Not changed since. The undo removes ${countOf(removed.records, "request")} that the limits of before do not keep.`
    : "Not changed since. Requests that were removed meanwhile do not come back.";
  return {
    ready: isSame,
    note: isSame ? note : "The retention has been changed since, so undo is off.",
    change: toSetRetention({ limits, before: set }),
  };
});

const deleteEmptyIndex = undoKind(z.object({ name: z.string() }), async (scope, { name }) => {
  const row = await getIndex(scope, name);
  const note =
    row === undefined
      ? "The index has been deleted already."
      : row.documents === 0
        ? "The index is still empty."
        : "The index has documents now. Undo would delete them, so it is off; the index can be deleted from its own page.";
  return { ready: row?.documents === 0, note, change: toDeleteIndex({ name, index: row?.index ?? name, documents: 0 }) };
});

const storedQueryRef = z.object({ id: z.string(), version: z.string() });

function queryChangedSince(stored: { version: string } | undefined, version: string): string {
  if (stored === undefined) return "The stored query has been deleted since, so there is nothing to undo.";
  return stored.version === version ? notChanged : "The stored query has been changed since. Undo would overwrite that change, so it is off.";
}

const saveStoredQuery = undoKind(storedQueryRef.extend({ text: z.string() }), async (scope, value) => {
  const stored = await currentStoredQuery(scope, value.id);
  const note = queryChangedSince(stored, value.version);
  return { ready: note === notChanged, note, change: toSaveStoredQuery({ ...value, before: stored?.text ?? null }) };
});

const deleteStoredQuery = undoKind(storedQueryRef, async (scope, value) => {
  const stored = await currentStoredQuery(scope, value.id);
  const note = queryChangedSince(stored, value.version);
  return { ready: note === notChanged, note, change: toDeleteStoredQuery({ ...value, text: stored?.text ?? "{}" }) };
});

const restoreStoredQuery = undoKind(z.object({ id: z.string(), text: z.string() }), async (scope, value) => {
  const stored = await currentStoredQuery(scope, value.id);
  const note =
    stored === undefined ? "The stored query is still deleted." : "There is a stored query of this name again. Undo would overwrite it, so it is off.";
  return { ready: stored === undefined, note, change: { ...toCreateStoredQuery(value), verb: "restore" } };
});

const settingValues = z.record(z.string(), z.union([z.string(), z.array(z.string()), z.null()]));

const saveSettings = undoKind(z.object({ index: z.string(), before: settingValues, after: settingValues }), async (scope, { index, before, after }) => {
  const { set } = await getSettings(scope, index);
  const now = Object.fromEntries(Object.keys(after).map((name) => [name, set[name] ?? null]));
  const since = Object.keys(settingChanges(after, now));
  const closing = staticNames(before);
  const note =
    since.length > 0
      ? `Changed since: ${since.join(", ")}. Undo would overwrite that, so it is off.`
      : closing.length > 0
        ? `${notChanged} ${index} is closed while ${closing.join(", ")} ${closing.length === 1 ? "is" : "are"} saved, and opened again.`
        : notChanged;
  return { ready: since.length === 0, note, change: toSaveSettings({ index, changes: before, before: after }) };
});

const members = z.record(
  z.string(),
  z.custom<JsonObject>((value) => isJsonObject(value)),
);

const setAlias = undoKind(z.object({ alias: z.string(), before: members, after: members, index: z.string().nullable() }), async (scope, value) => {
  const { alias, before, after, index } = value;
  const indices = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const ready = sameMembers(await membersNow({ http: scope.http, alias, indices }), after);
  const note = ready ? notChanged : "The alias has been changed since. Undo would overwrite that change, so it is off.";
  return { ready, note, change: toSetAlias({ alias, before: after, after: before, verb: "restore", index: index ?? undefined }) };
});

const setTemplate = undoKind(
  z.object({ kind: z.enum(storedKinds), name: z.string(), before: z.string().nullable(), version: z.string() }),
  async (scope, { kind, name, before, version: after }) => {
    const ref = { kind, name };
    const found = await getTemplate(scope, ref);
    const stored = found && templateText(found);
    const ready = (stored?.version ?? "") === after;
    const note = ready ? notChanged : "The template has been changed since. Undo would overwrite that change, so it is off.";
    const now = { text: stored?.text ?? "{}", version: stored?.version ?? "" };
    if (before === null) return { ready, note, change: toDeleteTemplate(ref, now) };
    const restoring = stored === undefined ? toCreateTemplate(ref, before) : toSaveTemplate(ref, { text: before, before: now.text, version: now.version });
    return { ready, note, change: { ...restoring, verb: "restore" } };
  },
);

/** The ways back, by the name that a change gives. A kind stays as long as entries with it may be kept. */
export const undoKinds: Record<string, UndoKind> = {
  "restore-document": restoreDocument,
  "restore-documents": restoreDocuments,
  "save-document": saveDocument,
  "delete-document": deleteDocument,
  "set-index-open": setIndexOpen,
  "delete-empty-index": deleteEmptyIndex,
  ...ruleUndoKinds,
  "save-stored-query": saveStoredQuery,
  "delete-stored-query": deleteStoredQuery,
  "restore-stored-query": restoreStoredQuery,
  "save-settings": saveSettings,
  "set-alias": setAlias,
  "set-template": setTemplate,
  "set-log-retention": setLogRetention,
  "move-insight": moveInsight,
  ...relevanceUndoKinds,
  ...testUndoKinds,
  ...accessUndoKinds,
};
