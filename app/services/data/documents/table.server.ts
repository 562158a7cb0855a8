import type { JsonObject } from "@common/text/json";
import type { Order } from "~/lib/address";
import { titleOf } from "~/lib/data/documents/title";
import { cellText, groupAlike, titlePaths } from "~/lib/data/documents/values";
import { shownId } from "~/lib/address/ids";
import { exactPath, type MappingField, numericTypes } from "~/lib/data/documents/mapping-fields";
import type { Scope } from "~/session/scope.server";
import { defaultColumnsOf } from "./default-columns.server";
import { sortClause } from "./query.server";
import { searchDocuments } from "./search.server";

/** Engines page through this many documents of a search and no further (`index.max_result_window`). */
export const WINDOW = 10_000;

export type DocumentRow = {
  /** In the whole list, from 0. */ row: number;
  id: string;
  routing: string | null;
  cells: (string | null)[];
};
export type DocumentColumn = { path: string; numeric: boolean; date: boolean; sortable: boolean };

type TableOptions = {
  index: string;
  fields: readonly MappingField[];
  query: JsonObject;
  sort: Order;
  size: number;
  page: number;
  /** Those that somebody chose; none for the default ones. */
  columns: readonly string[];
};

/** The sort of a search for an order of the table; empty for the engine's own. */
export function sortOf(fields: readonly MappingField[], { by, order }: Order): JsonObject[] {
  const clause = sortClause(
    fields.find((field) => field.path === by),
    order,
  );
  return clause ? [clause] : [];
}

/**
 * One page of documents, cut to what a table can show, and the search that it came by; none behind the last page that
 * can be had. Throws BackendError.
 */
export async function loadDocuments(scope: Pick<Scope, "http" | "session">, options: TableOptions) {
  const { index, fields, query, size } = options;
  const lastPage = Math.floor(WINDOW / size);
  const page = Math.min(options.page, lastPage);
  const byPath = new Map(fields.map((field) => [field.path, field]));
  const chosen = options.columns.length > 0 ? options.columns : await defaultColumnsOf(scope, { index, fields });
  const paths = chosen.length > 0 ? chosen : ["_id"];
  const sort = sortOf(fields, options.sort);
  const body: JsonObject = {
    query,
    from: (page - 1) * size,
    size,
    track_total_hits: true,
    ...(sort.length > 0 ? { sort } : {}),
    ...(fields.length > 0 ? { _source: paths.filter((path) => path !== "_id") } : {}),
  };
  const { total, hits } = await searchDocuments(scope, { index, body });
  const columns = paths.map((path): DocumentColumn => {
    const field = byPath.get(path);
    return {
      path,
      numeric: numericTypes.has(field?.type ?? ""),
      date: field?.type.startsWith("date") ?? false,
      sortable: field !== undefined && exactPath(field) !== undefined,
    };
  });
  const cellsOf = columns.map(({ path, numeric }) => {
    const cells = hits.map((hit) =>
      path === "_id" ? shownId(hit.id) : (cellText(hit.source, byPath.get(path) ?? { path, type: "" }) ?? null),
    );
    return numeric ? groupAlike(cells) : cells;
  });
  const rows = hits.map((hit, at): DocumentRow => ({
    row: (page - 1) * size + at,
    id: hit.id,
    routing: hit.routing,
    cells: cellsOf.map((cells) => cells[at] ?? null),
  }));
  return { table: { total, lastPage, columns, rows }, body };
}

/** The first documents of a query, by id and title. Throws BackendError. */
export async function sampleDocuments(
  scope: Pick<Scope, "http">,
  { index, fields, query, size }: Pick<TableOptions, "index" | "fields" | "query" | "size">,
) {
  const { hits } = await searchDocuments(scope, {
    index,
    body: { query, size, track_total_hits: false, _source: titlePaths(fields) },
  });
  return hits.map((hit) => ({ id: hit.id, routing: hit.routing, title: titleOf(hit.source) ?? null }));
}

type NeighboursOptions = {
  index: string;
  id: string;
  query: JsonObject;
  sort: readonly JsonObject[];
  /** Of the document in the list, from 0. */ row: number;
};
export type Neighbour = { id: string; routing: string | null; row: number };

/**
 * The documents before and after one in the list that it was opened from. Undefined where it is not at its place any
 * more, or beyond what the engine pages through. Throws BackendError.
 */
export async function neighboursOf(scope: Pick<Scope, "http">, { index, id, query, sort, row }: NeighboursOptions) {
  const from = Math.max(0, row - 1);
  const size = Math.min(row - from + 2, WINDOW - from);
  if (size <= 0) return undefined;
  const body: JsonObject = {
    query,
    from,
    size,
    track_total_hits: true,
    _source: false,
    ...(sort.length > 0 ? { sort: [...sort] } : {}),
  };
  const { total, hits } = await searchDocuments(scope, { index, body });
  const near = hits.map((hit, at): Neighbour => ({ id: hit.id, routing: hit.routing, row: from + at }));
  const at = row - from;
  if (near[at]?.id !== id) return undefined;
  return { total, previous: near[at - 1] ?? null, next: near[at + 1] ?? null };
}
