import { isJsonObject, type JsonObject, type JsonValue, stringifyJson } from "@common/text/json";
import * as z from "zod";
import { indentJson } from "~/lib/json/layout";
import type { Change } from "~/services/platform/changes/types";
import type { BackendClient } from "~/services/platform/http/client.server";
import { requireDone } from "~/services/platform/http/done.server";
import { BackendError } from "~/services/platform/http/errors.server";
import { isNotOffered } from "~/services/platform/http/not-offered.server";
import { apiPath } from "~/services/platform/http/path";
import { settle } from "~/services/platform/http/settle.server";
import type { Scope } from "~/session/scope.server";
import { contentOf, versionOf } from "./preferences.server";

const path = (id: string) => apiPath`/_featured_suggestions_group/${id}`;
const object = z.custom<JsonObject>(isJsonObject);
/** Featured suggestions of a search box that has none. */
export const NONE = indentJson('{"sections":[]}');

/** Featured suggestions of a search box, as text. Throws BackendError. */
export async function getFeatured(
  { http }: { http: Pick<BackendClient, "call"> },
  id: string,
): Promise<{ text: string; version: string }> {
  const { id: _id, ...group } = await http.call({ path: path(id), schema: object });
  const text = indentJson(stringifyJson(group));
  return { text, version: versionOf(text) };
}

/** True for a search box that suggests none: there is nothing to delete. */
export function hasNoSections(text: string): boolean {
  return text !== "" && versionOf(text) === versionOf(NONE);
}

/** Whether the server has featured suggestions at all; one that cannot say so now is taken to have them. */
export async function hasFeatured(scope: Pick<Scope, "http">): Promise<boolean> {
  const found = await settle(getFeatured(scope, "default"));
  return found.ok || !isNotOffered(found.failure);
}

type Expected = { id: string; request: Change["request"]; version: string; verb: Change["verb"] };

// 409 where they are no longer at `version`: no server refuses a save by itself.
function declared({ id, request, version, verb }: Expected): Change<void> {
  return {
    resource: { kind: "featured-suggestions", id },
    verb,
    noun: "featured suggestions",
    right: "suggestions:write",
    request,
    read: requireDone,
    call: async (http) => {
      const stored = await getFeatured({ http }, id);
      if (stored.version !== version) {
        const detail = "They were changed in the meantime.";
        throw new BackendError({
          failure: { kind: "status", status: 409, method: request.method, path: path(id), requestId: "", detail },
        });
      }
      requireDone(await http.send(request));
    },
  };
}

const wayBack = (value: { id: string; text: string; version: string }) => () => ({
  kind: "set-featured-suggestions",
  value: value satisfies JsonValue,
});

/** Saves the featured suggestions of a search box in place of those at `version`. */
export function toSetFeatured({
  id,
  text,
  version,
  before,
}: {
  id: string;
  text: string;
  version: string;
  before: string | null;
}): Change<void> {
  const change = declared({
    id,
    request: { method: "PUT", path: path(id), json: contentOf(text) },
    version,
    verb: "update",
  });
  if (before === null) return { ...change, after: text };
  return { ...change, before, after: text, undo: wayBack({ id, text: before, version: versionOf(text) }) };
}

/** Removes them, if they are still at `version`. */
export function toRemoveFeatured({ id, text, version }: { id: string; text: string; version: string }): Change<void> {
  const change = declared({ id, request: { method: "DELETE", path: path(id) }, version, verb: "delete" });
  return { ...change, before: text, undo: wayBack({ id, text, version: versionOf(NONE) }) };
}
