import { isJsonObject, type JsonObject, type JsonValue, stringifyJson } from "@common/text/json";
import * as z from "zod";
import type { Change } from "~/services/platform/changes/types";
import type { BackendAnswer, BackendClient } from "~/services/platform/http/client.server";
import { BackendError } from "~/services/platform/http/errors.server";
import { whereOffered } from "~/services/platform/http/not-offered.server";
import { apiPath } from "~/services/platform/http/path";
import { versionOf } from "~/services/search-relevance/suggestions/preferences.server";

const path = (index: string) => apiPath`/_searchrelevancy/${index}`;
// A server answers whole records, whatever was saved of them.
const object = z.custom<JsonObject>((value) => isJsonObject(value) && isJsonObject(value["search"] ?? null));

/** Settings of an index; `saved` is false for those built in, of an index that has none. */
export type RelevanceSettings = { record: JsonObject; saved: boolean; version: string };

function stored(record: JsonObject, saved: boolean): RelevanceSettings {
  return { record, saved, version: versionOf(stringifyJson({ saved, record })) };
}

/** The relevance settings of an index; null where the server has no such call. Throws BackendError. */
export async function getRelevance(
  { http }: { http: Pick<BackendClient, "call"> },
  index: string,
): Promise<RelevanceSettings | null> {
  const saved = await whereOffered(http.call({ path: path(index), schema: object }));
  if (saved !== null) return stored(saved, true);
  const initial = await getBuiltIn({ http });
  return initial && stored(initial, false);
}

/** What is in force where nothing was saved; null where the server has no such call. Throws BackendError. */
export async function getBuiltIn({ http }: { http: Pick<BackendClient, "call"> }): Promise<JsonObject | null> {
  return whereOffered(http.call({ path: path("_default"), schema: object }));
}

function requireRecord({ body, failed }: BackendAnswer): void {
  // What another program says with a 200 is no answer to this call.
  if (
    body === undefined ||
    !isJsonObject(body) ||
    !(isJsonObject(body["search"] ?? null) || body["acknowledge"] === true)
  )
    throw failed("malformed");
}

type Expected = {
  index: string;
  /** That was shown. */ before: RelevanceSettings;
  request: Change["request"];
  verb: Change["verb"];
};

// 409 where they are no longer as shown: no server refuses a save by itself.
function declared({ index, before, request, verb }: Expected): Change<string> {
  return {
    resource: { kind: "relevance-settings", id: index, index },
    verb,
    noun: "relevance settings",
    right: "relevance:write",
    request,
    read: () => "",
    call: async (http) => {
      if ((await getRelevance({ http }, index))?.version !== before.version) {
        const detail = "They were changed in the meantime.";
        throw new BackendError({
          failure: { kind: "status", status: 409, method: request.method, path: path(index), requestId: "", detail },
        });
      }
      requireRecord(await http.send(request));
      return (await getRelevance({ http }, index))?.version ?? "";
    },
    before: before.record,
    undo: (version) => ({
      kind: "set-relevance-settings",
      value: { index, version, record: before.saved ? before.record : null } satisfies JsonValue,
    }),
  };
}

/** Saves sections of the settings of an index. */
export function toSaveRelevance({
  index,
  before,
  sections,
}: {
  index: string;
  before: RelevanceSettings;
  sections: JsonObject;
}): Change<string> {
  return {
    ...declared({ index, before, request: { method: "PUT", path: path(index), json: sections }, verb: "deploy" }),
    after: { ...before.record, ...sections },
    stored: async (http) => (await getRelevance({ http }, index))?.record,
  };
}

/** Removes the settings of an index: those built in are in force again. */
export function toResetRelevance({ index, before }: { index: string; before: RelevanceSettings }): Change<string> {
  return declared({ index, before, request: { method: "DELETE", path: path(index) }, verb: "delete" });
}
