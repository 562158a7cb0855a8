import type { JsonObject } from "@common/text/json";
import { selectionOf } from "~/editor/selection.server";
import { readPlace } from "~/lib/address/list-place";
import { chosenFilter, filterWords, withFilter } from "~/lib/data/documents/filters";
import { screenPath } from "~/navigation/paths";
import { redirect } from "~/server/redirect.server";
import { documentQuery, filterProblem } from "~/services/data/documents/query.server";
import { sortOf } from "~/services/data/documents/table.server";
import { indexOf, requireIndex } from "~/services/indices/get.server";
import { listFields } from "~/services/indices/mappings/get.server";
import type { Scope } from "~/session/scope.server";
import { browseList, listOf, listPath } from "./address";

/**
 * What an address of Browse asks for, the same on every page about its documents: state, query and order, with what the
 * mapping says to it.
 */
export async function readBrowse(scope: Scope, source: Request | URLSearchParams | string) {
  const index = indexOf(scope);
  const fields = await listFields(scope, index);
  const here = browseList({ fields: fields.map((field) => field.path) }).at(source);
  const { q, f, match, sort } = here.state;
  const query = documentQuery({ q, filters: f, match, fields, zone: scope.preferences.zone });
  return { index, fields, here, query, sort: sortOf(fields, sort) };
}

/**
 * The filter that the form of Browse adds: leads to the address with it, or says why it cannot be one. Undefined where
 * none is added.
 */
export function addedFilter(
  scope: Scope,
  { request, fields, here }: Pick<Awaited<ReturnType<typeof readBrowse>>, "fields" | "here"> & { request: Request },
) {
  const chosen = chosenFilter(new URL(request.url).searchParams);
  if (!chosen) return undefined;
  const problem = filterProblem(chosen, new Map(fields.map((field) => [field.path, field])));
  if (problem !== undefined) return { ...chosen, problem };
  throw redirect(
    `${screenPath(scope, "browse")}${here.href({ f: withFilter(here.state.f, { filter: chosen, place: here.state.place }) })}`,
  );
}

/**
 * Which documents the address of such a page means: the ticked ones of a draft, else all that its filters match.
 * Undefined for a draft that is gone.
 */
export async function meantDocuments(scope: Scope, search: URLSearchParams) {
  const draft = search.get("draft");
  const read = await readBrowse(scope, search);
  const { q, f, match } = read.here.state;
  const ids = selectionOf(scope, "documents", draft);
  if (draft !== null && !ids) return undefined;
  const byPath = new Map(read.fields.map((field) => [field.path, field]));
  const problem = ids
    ? undefined
    : f.map((filter) => filterProblem(filter, byPath)).find((found) => found !== undefined);
  // A filter that is not understood must not widen what is done.
  const unread = ids ? undefined : read.here.remarks.find(({ name }) => ["f", "q", "match"].includes(name))?.text;
  if (problem !== undefined || unread !== undefined) throw new Response(problem ?? unread, { status: 400 });
  const query: JsonObject = ids ? { ids: { values: ids } } : read.query;
  const words = ids ? [] : [...(q === "" ? [] : [`Search text: ${q}`]), ...filterWords(f, match)];
  return { ...read, draft, query, words, ids: ids ?? null, selected: ids?.length ?? null };
}

/** The same with the name of the index and the way back, for pages about many documents. */
export async function readMany(scope: Scope, request: Request) {
  const { name } = await requireIndex(scope);
  const search = new URL(request.url).searchParams;
  const meant = await meantDocuments(scope, search);
  // What came from the list's own address goes back to it; a selection has the list beside it.
  const list = meant === undefined || meant.draft !== null ? readPlace(search).list : listOf(meant.here.state);
  return { name, meant, backTo: listPath(scope, { list, row: null }) };
}
