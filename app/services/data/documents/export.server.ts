import { type JsonObject, type JsonValue, LosslessNumber, stringifyJson } from "@common/text/json";
import { valuesAt } from "~/lib/data/documents/values";
import { compactJson } from "~/lib/json/layout";
import type { Scope } from "~/session/scope.server";
import { searchDocuments, searchRawDocuments } from "./search.server";

export { MOST_EXPORTED } from "./limits";

export type ExportRow = { id: string; source: JsonObject; raw: string };

/**
 * Characters of one answer that are aimed at: pages grow and shrink to it, so that memory stays bounded whatever the
 * documents are like.
 */
const AIM = 4_000_000;
const MOST_ROWS = 1000;

type PageOptions = {
  index: string;
  query: JsonObject;
  sort: readonly JsonObject[];
  most: number;
  /** Where an export goes on: `placeAfter`. */ after?: JsonValue[] | undefined;
};

const ordered = (sort: readonly JsonObject[]): JsonObject[] => [...sort, { _id: "desc" }];

/**
 * The place of a document in an export, to go on after it; undefined where no document has the id. Throws BackendError.
 */
export async function placeAfter(
  scope: Pick<Scope, "http">,
  { index, sort, id }: Pick<PageOptions, "index" | "sort"> & { id: string },
): Promise<JsonValue[] | undefined> {
  const body = { query: { ids: { values: [id] } }, size: 1, sort: ordered(sort), _source: false };
  return (await searchDocuments(scope, { index, body })).hits[0]?.sort;
}

/**
 * All that matches, page by page, sorted with the id last so that each page begins where the one before ended. Throws
 * BackendError.
 */
export async function* exportPages(
  scope: Pick<Scope, "http">,
  { index, query, sort, most, after: begin }: PageOptions,
): AsyncGenerator<ExportRow[]> {
  let after = begin;
  let size = 10;
  for (let done = 0; done < most;) {
    const body = {
      query,
      size: Math.min(size, most - done),
      sort: ordered(sort),
      track_total_hits: false,
      ...(after ? { search_after: after } : {}),
    };
    const page = await searchRawDocuments(scope, { index, body });
    const last = page.hits.at(-1);
    if (!last) return;
    yield page.hits;
    if (page.hits.length < body.size) return;
    done += page.hits.length;
    after = last.sort;
    size = Math.max(1, Math.min(MOST_ROWS, size * 4, Math.floor((AIM * page.hits.length) / page.size)));
  }
}

/** The stored text with the id as first member; digits as stored. */
function withId({ id, raw }: ExportRow) {
  const text = compactJson(raw);
  return `{"_id":${JSON.stringify(id)}${text === "{}" ? "" : ","}${text.slice(1)}`;
}

function csvCell(values: JsonValue[]): string {
  if (values.length === 0) return "";
  const [first] = values;
  if (values.length > 1 || (typeof first === "object" && first !== null && !(first instanceof LosslessNumber)))
    return stringifyJson(values.length > 1 ? values : first);
  return first === null || first === undefined ? "" : typeof first === "string" ? first : stringifyJson(first);
}

// A decimal such as 1.10 is 1.1 once it is parsed, so digits of flat numbers are taken from the text.
function csvValue({ id, source, raw }: ExportRow, path: string) {
  if (path === "_id") return id;
  const values = valuesAt(source, path);
  const [only] = values;
  return values.length === 1 && typeof only === "number" && Object.hasOwn(source, path)
    ? (topLevelNumber(raw, path) ?? csvCell(values))
    : csvCell(values);
}

function topLevelNumber(raw: string, name: string) {
  const key = JSON.stringify(name);
  for (let at = raw.indexOf(key); at >= 0; at = raw.indexOf(key, at + 1)) {
    const found = /^\s*:\s*(-?[\d.eE+-]+)\s*[,}]/.exec(raw.slice(at + key.length, at + key.length + 200))?.[1];
    if (found !== undefined) return found;
  }
  return undefined;
}

/** How a document is written: the columns of a CSV file, the id first, and its text as JSON. */
export const documentFile = (columns: readonly string[]) => ({
  columns: ["_id", ...columns.filter((path) => path !== "_id")].map((path) => ({
    label: path,
    value: (row: ExportRow) => csvValue(row, path),
  })),
  json: withId,
});
