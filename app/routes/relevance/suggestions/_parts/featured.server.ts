import type { Editable } from "~/editor/editable.server";
import { editorPages } from "~/editor/pages.server";
import { permissionsOf } from "~/navigation/sections";
import { getFeatured, toRemoveFeatured, toSetFeatured } from "~/services/suggestions/featured.server";
import { boxOf, featuredPath } from "./paths";

export type FeaturedRef = { id: string };

/** Featured suggestions of a search box, as the editor changes them. A box without any has an empty list. */
const featured: Editable<FeaturedRef> = {
  noun: "featured suggestions",
  pathOf: (_scope, { id }, page, query) => featuredPath(id, page === "edit" ? undefined : page, query),
  read: (scope, { id }) => getFeatured(scope, id),
  require: (scope, { id }) => getFeatured(scope, id),
  toSave: ({ id }, next) => toSetFeatured({ id, ...next }),
  toCreate: ({ id }, text) => toSetFeatured({ id, text, version: "", before: null }),
  toRemove: ({ id }, stored) => toRemoveFeatured({ id, ...stored }),
  nameOf: ({ id }) => id,
};

/** The pages that change them. */
export const featuredPages = editorPages({
  right: permissionsOf("suggestions"),
  editable: featured,
  refOf: ({ request }) => ({ id: boxOf(new URL(request.url).pathname) }),
});
