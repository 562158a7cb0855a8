import { type SettingChanges, settingKind } from "~/lib/indices/index-settings";
import { countOf } from "~/lib/values/numbers";
import type { Change } from "~/services/platform/changes/types";
import type { BackendClient } from "~/services/platform/http/client.server";
import { BackendError, isBackendError } from "~/services/platform/http/errors.server";
import { apiPath } from "~/services/platform/http/path";
import { requireDone } from "~/services/platform/http/done.server";
import { getSettings } from "./get.server";

type Saving = {
  index: string;
  /** New values by full name; null for the default. */
  changes: SettingChanges;
  /** What they were. */
  before: SettingChanges;
  /** Of the settings that the reader has seen: others are not overwritten. */
  version?: string;
};

const pick = (changes: SettingChanges, isStatic: boolean): SettingChanges =>
  Object.fromEntries(Object.entries(changes).filter(([name]) => (settingKind(name) === "static") === isStatic));

/** The names among changed settings that need the index to be closed. */
export const staticNames = (changes: SettingChanges) => Object.keys(pick(changes, true));

/**
 * Saves settings of an index: dynamic ones in place, static ones while the index is closed for a moment. Refused with
 * 409 where somebody else changed settings since
 * `version`.
 */
export function toSaveSettings({ index, changes, before, version }: Saving): Change<void> {
  const path = apiPath`/${index}/_settings`;
  const request = (json: SettingChanges) => ({ method: "PUT", path, json }) as const;
  return {
    resource: { kind: "settings", id: index, index },
    verb: "update",
    noun: "settings",
    right: "indices:write",
    request: request(changes),
    before,
    after: changes,
    read: requireDone,
    async call(http) {
      const stored = await getSettings({ http }, index);
      if (version !== undefined && stored.version !== version)
        throw http.conflict(request(changes), "The settings were changed in the meantime.");
      const [dynamic, needsClosing] = [pick(changes, false), pick(changes, true)];
      const put = async (json: SettingChanges) => {
        if (Object.keys(json).length > 0) requireDone(await http.send(request(json)));
      };
      if (stored.closed) return put(changes);
      if (Object.keys(needsClosing).length > 0) await whileClosed({ http, index, work: () => put(needsClosing) });
      try {
        await put(dynamic);
      } catch (error) {
        if (!isBackendError(error) || Object.keys(needsClosing).length === 0) throw error;
        const saved = `${Object.keys(needsClosing).join(", ")} saved before.`;
        throw new BackendError({
          failure: { ...error.failure, detail: `${error.failure.detail ?? ""} (${saved})` },
          cause: error,
        });
      }
    },
    async stored(http) {
      const { set } = await getSettings({ http }, index);
      return Object.fromEntries(Object.keys(changes).map((name) => [name, set[name] ?? null]));
    },
    summary: () => countOf(Object.keys(changes).length, "setting"),
    undo: () => ({ kind: "save-settings", value: { index, before, after: changes } }),
  };
}

/** Closes an index, works, and opens it again, whatever became of the work. */
async function whileClosed({ http, index, work }: { http: BackendClient; index: string; work: () => Promise<void> }) {
  requireDone(await http.send({ method: "POST", path: apiPath`/${index}/_close` }));
  const failed = await work().then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
  requireDone(await http.send({ method: "POST", path: apiPath`/${index}/_open` }));
  if (failed) throw failed.error;
}
