import type { Editable } from "~/editor/editable.server";
import { editorPages } from "~/editor/pages.server";
import { requireStoredQuery, textOf, versionOf } from "~/services/data/stored-queries/read.server";
import {
  currentStoredQuery,
  toCreateStoredQuery,
  toDeleteStoredQuery,
  toSaveStoredQuery,
} from "~/services/data/stored-queries/write.server";
import { storedQueries } from "./thing";

export type QueryRef = { id: string };

/** The stored query that an address names. */
export const queryRef = (request: Request): QueryRef => ({ id: storedQueries.idIn(request) });

/** A stored query, as the editor changes one. Its id is not part of the text. */
export const queryText: Editable<QueryRef> = {
  noun: "stored query",
  pathOf: (scope, { id }, page, query) => storedQueries.path(scope, { id, page, query }),
  read: (scope, { id }) => currentStoredQuery(scope, id),
  async require(scope, { id }) {
    const found = await requireStoredQuery(scope, id);
    return { text: textOf(found), version: versionOf(found) };
  },
  toSave: ({ id }, next) => toSaveStoredQuery({ id, ...next }),
  toCreate: ({ id }, text) => toCreateStoredQuery({ id, text }),
  toRemove: ({ id }, { text, version }) => toDeleteStoredQuery({ id, text, version }),
  nameOf: ({ id }) => id,
};

/** The pages that change a stored query; its edit page has fields of its own. */
export const storedQueryPages = editorPages({
  right: storedQueries,
  editable: queryText,
  refOf: ({ request }) => queryRef(request),
});
