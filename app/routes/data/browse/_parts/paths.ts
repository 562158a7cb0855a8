import { type LevelRef, type Query, queryString, screenPath } from "~/navigation/paths";

type Options = { routing?: string | null | undefined; query?: Query };
export type DocumentPage = "edit" | "review" | "delete";

/** The path of one document, or of a page under it. */
export function documentPath(at: LevelRef, id: string, page?: DocumentPage, { routing, query }: Options = {}) {
  return screenPath(at, "browse", { rest: page === undefined ? [id] : [id, page], query: { ...query, routing } });
}

/** The bare text of a document. */
export function rawPath(at: LevelRef, id: string, routing?: string | null) {
  return `/resources/${encodeURIComponent(at.app ?? "")}/browse/${encodeURIComponent(id)}/raw${queryString({ routing })}`;
}

/** The file that an export makes. */
export const filePath = (at: LevelRef) => `/resources/${encodeURIComponent(at.app ?? "")}/browse/documents/file`;

/** Pages about several documents stand one step deeper than any document, so that no id can be in their way. */
export function documentsPath(at: LevelRef, page: "add" | "delete" | "export", query?: Query) {
  return screenPath(at, "browse", { rest: ["documents", page === "delete" ? "delete-many" : page], query });
}

/** Title of a page of the screen. */
export const titleOf = (params: Record<string, string | undefined>, ...parts: string[]) => [...parts, "Browse", params["appName"] ?? ""].join(" · ");
