import type { Editable } from "~/editor/editable.server";
import { editorPages } from "~/editor/pages.server";
import { BackendError } from "~/services/platform/http/errors.server";
import type { SuggestionKind } from "~/services/search-relevance/suggestions/kinds";
import { getPreferences, nameOf, toSavePreferences } from "~/services/search-relevance/suggestions/preferences.server";
import type { Scope } from "~/session/scope.server";
import { kindOf, preferencesPath } from "./thing";

export type PreferencesRef = { kind: SuggestionKind };

async function required({ http }: Pick<Scope, "http">, kind: SuggestionKind) {
  const found = await getPreferences({ http }, kind);
  if (found) return found;
  throw new BackendError({
    failure: {
      kind: "status",
      status: 404,
      method: "GET",
      path: `/_${kind}_suggestions/preferences`,
      requestId: "",
      detail: "This server has no suggestions.",
    },
  });
}

/**
 * Preferences of suggestions, as the editor changes them. They are always there, and are neither created nor removed.
 */
export const preferencesEditable: Editable<PreferencesRef> = {
  noun: "suggestion preferences",
  pathOf: (_scope, { kind }, page, query) => preferencesPath(kind, page === "review" ? "review" : undefined, query),
  read: async (scope, { kind }) => (await getPreferences(scope, kind)) ?? undefined,
  require: (scope, { kind }) => required(scope, kind),
  toSave: ({ kind }, next) => toSavePreferences({ kind, ...next }),
  toCreate: ({ kind }, text) => toSavePreferences({ kind, text, version: "", before: null }),
  toRemove: ({ kind }, { text, version }) => toSavePreferences({ kind, text, version, before: null }),
  nameOf: ({ kind }) => nameOf(kind),
  remarkOf: ({ kind }) =>
    kind === "popular"
      ? "Saving collects the popular searches once more. That takes up to a minute; until then the present ones are suggested."
      : null,
};

/** The preferences that an address is about. */
export const preferencesRef = (request: Request): PreferencesRef => ({ kind: kindOf(new URL(request.url).pathname) });

/** The page that shows old and new. */
export const preferencesPages = editorPages({
  right: { screen: "suggestions" },
  editable: preferencesEditable,
  refOf: ({ request }) => preferencesRef(request),
});
