import type { JsonObject } from "@common/json";
import { curlCommand } from "~/lib/curl";
import { type DocumentFilter, readFilter } from "~/lib/document-filters";
import { candidateFields, cellText, defaultColumns, groupAlike } from "~/lib/document-values";
import { shownId } from "~/lib/ids";
import { exactPath, type MappingField, numericTypes } from "~/lib/mapping-fields";
import { readListParams } from "~/lib/search-params";
import type { Scope } from "~/session/scope.server";
import { documentQuery, searchedFields, sortClause } from "~/services/documents/query.server";
import { searchDocuments } from "~/services/documents/search.server";
import { apiPath } from "~/services/http/path";
import { sizes, WINDOW } from "./constants";
import { indexOf } from "./document-ref.server";

const MOST_FILTERS = 20;
const MOST_COLUMNS = 30;

export type BrowseView = ReturnType<typeof readView>;

/** What the address asks for. Bad values fall back. */
export function readView(params: URLSearchParams, fields: readonly MappingField[]) {
  const list = readListParams(params, { sorts: ["", ...fields.map((field) => field.path)], sort: "", sizes });
  const known = new Set(["_id", ...fields.map((field) => field.path)]);
  const filters = params.getAll("f").flatMap((text): DocumentFilter[] => {
    const filter = readFilter(text);
    return filter ? [filter] : [];
  });
  const columns = [...new Set(params.getAll("column"))].filter((path) => known.has(path)).slice(0, MOST_COLUMNS);
  const lastPage = Math.max(1, Math.floor(WINDOW / list.size));
  return { ...list, page: Math.min(list.page, lastPage), lastPage, filters: filters.slice(0, MOST_FILTERS), columns };
}

/** The query that the address stands for, the same on every page about its documents. */
export function queryOf(scope: Scope, view: Pick<BrowseView, "q" | "filters">, fields: readonly MappingField[]): JsonObject {
  return documentQuery({ q: view.q, filters: view.filters, fields, zone: scope.preferences.zone });
}

export type DocumentRow = { id: string; routing: string | null; cells: (string | null)[] };

/** One page of documents, cut to what a table can show. Throws BackendError. */
export async function loadDocuments(scope: Scope, { view, fields }: { view: BrowseView; fields: readonly MappingField[] }) {
  const index = indexOf(scope);
  const byPath = new Map(fields.map((field) => [field.path, field]));
  const sort = sortClause(byPath.get(view.sort), view.order);
  const read = view.columns.length > 0 ? view.columns.filter((path) => path !== "_id") : candidateFields(fields).map((field) => field.path);
  const query = queryOf(scope, view, fields);
  const body: JsonObject = {
    query,
    from: (view.page - 1) * view.size,
    size: view.size,
    track_total_hits: true,
    ...(sort ? { sort: [sort] } : {}),
    ...(fields.length > 0 ? { _source: read } : {}),
  };
  const { total, hits } = await searchDocuments(scope, { index, body });
  const paths =
    view.columns.length > 0
      ? view.columns
      : defaultColumns(
          fields,
          hits.map((hit) => hit.source),
        );
  const columns = (paths.length > 0 ? paths : ["_id"]).map((path) => {
    const field = byPath.get(path);
    return {
      path,
      numeric: numericTypes.has(field?.type ?? ""),
      date: field?.type.startsWith("date") ?? false,
      sortable: field !== undefined && exactPath(field) !== undefined,
    };
  });
  const cellsOf = columns.map(({ path, numeric }) => {
    const cells = hits.map((hit) => (path === "_id" ? shownId(hit.id) : (cellText(hit.source, byPath.get(path) ?? { path, type: "" }) ?? null)));
    return numeric ? groupAlike(cells) : cells;
  });
  const rows = hits.map((hit, at): DocumentRow => ({ id: hit.id, routing: hit.routing, cells: cellsOf.map((cells) => cells[at] ?? null) }));
  return { total, columns, rows, body };
}

/** The call of the page as JSON and as a curl command. */
export function shownRequest(scope: Scope, body: JsonObject) {
  const path = apiPath`/${indexOf(scope)}/_search`;
  const json = JSON.stringify(body, null, 2);
  return {
    label: `POST ${path}`,
    json,
    curl: curlCommand({
      method: "POST",
      url: `${scope.session.url}${path}`,
      username: scope.session.username,
      headers: [["Content-Type", "application/json"]],
      body: json,
    }),
  };
}

/** Why words or sorting are not what they seem, in words for the page. */
export function remarks(view: BrowseView, fields: readonly MappingField[], wantedSort: string | null): string[] {
  const sorted = fields.find((field) => field.path === view.sort);
  const said: string[] = [];
  if (wantedSort && sorted === undefined) said.push(`The index has no field called ${wantedSort} to sort by.`);
  if (sorted && exactPath(sorted) === undefined)
    said.push(`${sorted.path} cannot be sorted by: it holds ${sorted.type}${sorted.type === "text" ? " without a keyword sub-field" : ""}.`);
  if (view.q !== "" && !searchedFields(fields).all)
    said.push("The index has more fields than one query may name, so the words are looked for in the first 1,000 texts and keywords only.");
  return said;
}
