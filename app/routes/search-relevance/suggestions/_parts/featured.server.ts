import type { Editable } from "~/editor/editable.server";
import { editorPages } from "~/editor/pages.server";
import { clusterLevel } from "~/navigation/paths";
import { getFeatured, toRemoveFeatured, toSetFeatured } from "~/services/search-relevance/suggestions/featured.server";
import { featuredStep } from "./featured-step.server";
import { type FeaturedRef, featuredSuggestions } from "./thing";

/** Featured suggestions of a search box, as the editor changes them. A box without any has an empty list. */
const featuredText: Editable<FeaturedRef> = {
  noun: "featured suggestions",
  pathOf: (_scope, { id }, page, query) =>
    featuredSuggestions.path(clusterLevel, { id, page: page === "edit" ? undefined : page, query }),
  read: (scope, { id }) => getFeatured(scope, id),
  require: (scope, { id }) => getFeatured(scope, id),
  toSave: ({ id }, next) => toSetFeatured({ id, ...next }),
  toCreate: ({ id }, text) => toSetFeatured({ id, text, version: "", before: null }),
  toRemove: ({ id }, stored) => toRemoveFeatured({ id, ...stored }),
  nameOf: ({ id }) => id,
};

/** The pages that change them. */
export const featuredPages = editorPages({
  right: featuredSuggestions,
  editable: featuredText,
  refOf: ({ request }) => ({ id: featuredSuggestions.idIn(request) }),
  step: featuredStep,
});
