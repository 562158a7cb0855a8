import { encodeSegment, shownId } from "~/lib/address/ids";
import { type LevelRef, type Query, queryString, restOf, screenPath } from "./paths";

export type DocumentPage = "edit" | "review" | "delete" | "map";
type Named = { id: string; routing?: string | null | undefined };

/** The path of one document, or of a page under it. */
export function documentPath(at: LevelRef, { id, routing }: Named, page?: DocumentPage, query?: Query) {
  return screenPath(at, "browse", { rest: page === undefined ? [id] : [id, page], query: { routing, ...query } });
}

/** The id in the address of a page of one document; the bare text is in `/resources/films/browse/…`. */
export const documentIdOf = (pathname: string) => restOf(pathname.replace(/^\/resources\//, "/app/"));

/** Crumb and title call a document so. */
export const documentLabel = (pathname: string) => shownId(documentIdOf(pathname));

const textIn = (data: unknown, name: string): unknown =>
  typeof data === "object" && data !== null ? new Map<string, unknown>(Object.entries(data)).get(name) : undefined;

/**
 * The title of a document in what its page loaded: its own, or the name in the `page` or `review` of an editor;
 * undefined where the page has none, or failed.
 */
export function titleIn(data: unknown): string | undefined {
  const known = [textIn(data, "title"), textIn(textIn(data, "page"), "name"), textIn(textIn(data, "review"), "name")];
  return known.find((one): one is string => typeof one === "string");
}

/** What crumb and title of a page call its document. */
export const documentTitle = ({ data, pathname }: { data: unknown; pathname: string }) =>
  titleIn(data) ?? documentLabel(pathname);

/** Breadcrumbs of a page under a document. */
export const documentCrumbs = (label: string) => (of: { pathname: string; at: LevelRef; data: unknown }) => [
  { label: documentTitle(of), to: documentPath(of.at, { id: documentIdOf(of.pathname) }) },
  { label },
];

/** The bare text of a document. */
export function rawPath(at: LevelRef, { id, routing }: Named) {
  return `/resources/${encodeSegment(at.app ?? "")}/browse/${encodeSegment(id)}/raw${queryString({ routing })}`;
}

/** The file that an export makes. */
export const documentFilePath = (at: LevelRef) => `/resources/${encodeSegment(at.app ?? "")}/browse/documents/file`;

/** Pages about several documents stand one step deeper than any document, so that no id can be in their way. */
export function documentsPath(at: LevelRef, page: "add" | "compare" | "delete" | "export" | "update", query?: Query) {
  return screenPath(at, "browse", {
    rest: ["documents", page === "delete" || page === "update" ? `${page}-many` : page],
    query,
  });
}

/** Title of a page of Browse. */
export const browseTitle = (params: Record<string, string | undefined>, ...parts: string[]) =>
  [...parts, "Browse", params["appName"] ?? ""].join(" · ");
