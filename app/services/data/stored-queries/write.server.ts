import type { JsonValue } from "@common/text/json";
import type { Change } from "~/services/platform/changes/types";
import type { BackendClient } from "~/services/platform/http/client.server";
import { BackendError } from "~/services/platform/http/errors.server";
import { requireDone } from "~/services/platform/http/done.server";
import { apiPath } from "~/services/platform/http/path";
import { contentOf, getStoredQuery, textOf, versionOf } from "./read.server";

const resource = (id: string, text: string) => ({ kind: "stored query", id, index: indexOf(text) });
const common = { noun: "stored query", right: "stored-queries:write" } as const;

// Several names, or a pattern, belong to no index alone.
function indexOf(text: string): string | undefined {
  const { index } = contentOf(text);
  return /[*,]/.test(index) || index === "" ? undefined : index;
}

/**
 * 409 where it is not what it was: no server refuses a save by itself, so it is looked at right before. `version` null
 * stands for "not there".
 */
async function requireVersion(
  http: BackendClient,
  { id, version }: { id: string; version: string | null },
): Promise<void> {
  const stored = await getStoredQuery({ http }, id);
  const now = stored === undefined ? null : versionOf(stored);
  if (now === version) return;
  const detail =
    now === null
      ? `There is no stored query ${id} any more.`
      : version === null
        ? `There is a stored query ${id} already.`
        : "It was changed in the meantime.";
  throw new BackendError({
    failure: { kind: "status", status: 409, method: "PUT", path: apiPath`/_storedquery/${id}`, requestId: "", detail },
  });
}

function checked<Value>(change: Change<Value>, expected: { id: string; version: string | null }): Change<Value> {
  return {
    ...change,
    call: async (http) => {
      await requireVersion(http, expected);
      return change.read(await http.send(change.request));
    },
  };
}

function saveRequest(id: string, text: string) {
  const { index, description, query, params } = contentOf(text);
  return { method: "PUT", path: apiPath`/_storedquery/${id}`, json: { index, description, query, params } } as const;
}

type Save = { id: string; text: string; version: string; /** What is stored now. */ before: string | null };

/** Stores the text in place of what is there, if that is still at `version`: 409 where somebody changed it. */
export function toSaveStoredQuery({ id, text, version, before }: Save): Change<void> {
  const saved = { id, text, version: versionOf(contentOf(text)) };
  return checked(
    {
      ...common,
      resource: resource(id, text),
      verb: "update",
      request: saveRequest(id, text),
      read: requireDone,
      ...(before === null
        ? {}
        : {
            before,
            undo: () => ({
              kind: "save-stored-query",
              value: { id, text: before, version: saved.version } satisfies JsonValue,
            }),
          }),
      after: text,
    },
    { id, version },
  );
}

/** Stores a new one: 409 where there is one of this id. */
export function toCreateStoredQuery({ id, text }: { id: string; text: string }): Change<void> {
  return checked(
    {
      ...common,
      resource: resource(id, text),
      verb: "create",
      request: saveRequest(id, text),
      read: requireDone,
      after: text,
      stored: async (http) => (await currentStoredQuery({ http }, id))?.text ?? null,
      undo: () => ({ kind: "delete-stored-query", value: { id, version: versionOf(contentOf(text)) } }),
    },
    { id, version: null },
  );
}

/** Deletes one, if it is still at `version`. */
export function toDeleteStoredQuery({
  id,
  text,
  version,
}: {
  id: string;
  text: string;
  version: string;
}): Change<void> {
  return checked(
    {
      ...common,
      resource: resource(id, text),
      verb: "delete",
      request: { method: "DELETE", path: apiPath`/_storedquery/${id}` },
      read: requireDone,
      before: text,
      undo: () => ({ kind: "restore-stored-query", value: { id, text } }),
    },
    { id, version },
  );
}

/** One as it is stored now, with its version; undefined where it is not. */
export async function currentStoredQuery(
  scope: { http: BackendClient },
  id: string,
): Promise<{ text: string; version: string } | undefined> {
  const found = await getStoredQuery(scope, id);
  return found && { text: textOf(found), version: versionOf(found) };
}
