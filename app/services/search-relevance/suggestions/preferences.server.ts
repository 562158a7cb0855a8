import { isJsonObject, type JsonObject, type JsonValue, parseJson, stringifyJson } from "@common/text/json";
import * as z from "zod";
import { contentHash } from "~/services/platform/changes/content-hash.server";
import { indentJson } from "~/lib/json/layout";
import { sortedLines } from "~/lib/json/sorted.server";
import type { Change } from "~/services/platform/changes/types";
import type { BackendClient } from "~/services/platform/http/client.server";
import { requireDone } from "~/services/platform/http/done.server";
import { BackendError } from "~/services/platform/http/errors.server";
import { whereOffered } from "~/services/platform/http/not-offered.server";
import type { Scope } from "~/session/scope.server";
import { settingsOf, type SuggestionKind } from "./kinds";

const path = (kind: SuggestionKind) => `/_${kind}_suggestions/preferences`;
const object = z.custom<JsonObject>(isJsonObject);
const syncedSchema = z.object({
  lastSyncedTime: z.number().nullish().catch(null),
  index: z.string().min(1).catch(".suggestions"),
});
const countSchema = z.object({
  hits: z.object({ total: z.union([z.number(), z.object({ value: z.number() }).transform(({ value }) => value)]) }),
});

/** When popular searches were collected last (ms, null for never), and the name that they are read by. */
export type Synced = { at: number | null; index: string };

/** Preferences as text, with their version. */
export type Preferences = { text: string; version: string; synced: Synced };

/** A word that is another one as soon as anything changes: no server counts versions of preferences. */
export const versionOf = (text: string) => contentHash(sortedLines(text));

/** Preferences as text: what can be set, in a fixed order; what nobody set is null. */
export function preferencesText(kind: SuggestionKind, record: JsonObject): string {
  return indentJson(
    stringifyJson(Object.fromEntries(settingsOf[kind].map(({ name }) => [name, record[name] ?? null]))),
  );
}

/** Preferences of one kind; null where the server has no such call. Throws BackendError. */
export async function getPreferences(
  { http }: { http: Pick<BackendClient, "call"> },
  kind: SuggestionKind,
): Promise<Preferences | null> {
  const record = await whereOffered(http.call({ path: path(kind), schema: object }));
  if (record === null) return null;
  const text = preferencesText(kind, record);
  const { lastSyncedTime, index } = syncedSchema.parse(record);
  return { text, version: versionOf(text), synced: { at: lastSyncedTime ? lastSyncedTime * 1000 : null, index } };
}

/** What a text of preferences says. */
export function contentOf(text: string): JsonObject {
  const value = parseJson(text);
  return isJsonObject(value) ? value : {};
}

/** How many popular searches there are to suggest. Throws BackendError. */
export async function countPopular({ http }: Pick<Scope, "http">, index: string): Promise<number> {
  const { hits } = await http.call({
    method: "POST",
    path: `/${encodeURIComponent(index)}/_search`,
    json: { size: 0, track_total_hits: true },
    schema: countSchema,
  });
  return hits.total;
}

type Save = { kind: SuggestionKind; text: string; version: string; before: string | null };

/** Saves the preferences of one kind, if they are still at `version`: 409 where somebody changed them. */
export function toSavePreferences({ kind, text, version, before }: Save): Change<void> {
  const request = { method: "PUT", path: path(kind), json: contentOf(text) } as const;
  return {
    resource: { kind: "suggestion-preferences", id: kind, name: nameOf(kind) },
    verb: "update",
    noun: "suggestion preferences",
    right: "suggestions:write",
    request,
    read: requireDone,
    call: async (http) => {
      const stored = await getPreferences({ http }, kind);
      if (stored?.version !== version) throw changedSince(path(kind));
      requireDone(await http.send(request));
    },
    after: text,
    stored: async (http) => (await getPreferences({ http }, kind))?.text,
    ...(before === null
      ? {}
      : {
          before,
          undo: () => ({
            kind: "save-suggestion-preferences",
            value: { kind, text: before, version: versionOf(text) } satisfies JsonValue,
          }),
        }),
  };
}

function changedSince(of: string): BackendError {
  return new BackendError({
    failure: {
      kind: "status",
      status: 409,
      method: "PUT",
      path: of,
      requestId: "",
      detail: "They were changed in the meantime.",
    },
  });
}

/** What a reader calls the preferences of one kind. */
export function nameOf(kind: SuggestionKind): string {
  return { popular: "Popular suggestions", recent: "Recent suggestions", index: "Index suggestions" }[kind];
}
