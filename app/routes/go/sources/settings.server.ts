import { ranked } from "~/lib/values/rank";
import { appLevel, clusterLevel, screenPath } from "~/navigation/paths";
import { findEntry } from "~/navigation/sections";
import { declaredSettings } from "~/services/search-relevance/declared";
import { mayOpen } from "~/session/scope.server";
import type { PaletteSource } from "../palette";

const MOST = 6;

/** What people call a setting besides its label. */
const alsoCalled: Partial<Record<string, readonly string[]>> = {
  fuzziness: ["fuzzy search", "misspelling", "spelling"],
  weights: ["boost fields", "searchable fields", "ranking"],
  queryFormat: ["all words", "any word", "operator and or"],
  rankFeatures: ["popularity", "boost by number"],
  highlight: ["mark matches"],
  includeFields: ["display fields", "returned fields"],
  language: ["stemming", "analyzer"],
};

/** Relevance settings by their words, of the index that one is in; elsewhere their page asks for one. */
export const settingSource: PaletteSource = {
  id: "settings",
  label: "Settings",
  find: ({ scope, typed }) => {
    if (typed === "" || !mayOpen(scope, "search")) return Promise.resolve([]);
    const at = scope.level === "app" ? appLevel(scope.app) : clusterLevel;
    const found = ranked(declaredSettings, {
      typed,
      textsOf: ({ name, label }) => [label, ...(alsoCalled[name] ?? [])],
      most: MOST,
    });
    return Promise.resolve(
      found.map(({ item: { screen, label }, rank }) => ({
        title: label,
        note: [at.app ?? "Choose an index", findEntry(screen)?.entry.label ?? ""].filter(Boolean).join(" · "),
        to: screenPath(at, screen),
        rank,
      })),
    );
  },
};
