import { parseSource } from "~/lib/json/view.server";
import { flattenSettings, settingChanges, settingKind } from "~/lib/indices/index-settings";
import { screenPath } from "~/navigation/paths";
import type { Editable } from "~/editor/editable.server";
import { editorPages } from "~/editor/pages.server";
import { indexOf, requireIndex } from "~/services/indices/get.server";
import { getSettings, settingsText } from "~/services/indices/settings/get.server";
import { staticNames, toSaveSettings } from "~/services/indices/settings/save.server";
import type { Scope } from "~/session/scope.server";

type SettingsRef = { index: string };

export const settingsRef = (scope: Scope): SettingsRef => ({ index: indexOf(scope) });

const changesOf = (before: string, text: string) =>
  settingChanges(flattenSettings(parseSource(before)), flattenSettings(parseSource(text)));

async function current(scope: Scope, { index }: SettingsRef) {
  const { set, version } = await getSettings(scope, index);
  return { text: settingsText(set), version };
}

function notPossible(): never {
  throw new Error("settings are neither created nor removed");
}

/** The settings of an index, as the editor changes them. */
export const settings: Editable<SettingsRef> = {
  noun: "settings",
  pathOf: (scope, _ref, page, query) =>
    screenPath(scope, page === undefined ? "settings" : `settings/${page}`, { query }),
  read: current,
  require: current,
  toSave({ index }, { text, version, before }) {
    const old = flattenSettings(parseSource(before ?? "{}"));
    const changes = changesOf(before ?? "{}", text);
    return toSaveSettings({
      index,
      version,
      changes,
      before: Object.fromEntries(Object.keys(changes).map((name) => [name, old[name] ?? null])),
    });
  },
  toCreate: notPossible,
  toRemove: notPossible,
  nameOf: ({ index }) => index,
  problemOf(_ref, text) {
    const names = Object.keys(flattenSettings(parseSource(text))).filter((name) => settingKind(name) === "fixed");
    return names.length === 0
      ? undefined
      : `Fixed when the index is created, so it cannot be changed here: ${names.join(", ")}. That takes a re-index.`;
  },
  remarkOf({ index }, { before, text }) {
    const names = staticNames(changesOf(before, text));
    if (names.length === 0) return null;
    return `${names.join(", ")} ${names.length === 1 ? "is" : "are"} static: ${index} is closed while they are saved and opened again. Until then it answers no searches.`;
  },
};

/** The pages that change the settings of an index as text. */
export const settingsPages = editorPages({
  right: "develop",
  editable: settings,
  refOf: ({ scope }) => settingsRef(scope),
  mustBe: requireIndex,
});
