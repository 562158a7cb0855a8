import type { Crumb } from "~/navigation/handle";
import { type LevelRef, type Query, restOf, screenPath } from "~/navigation/paths";

const SCREEN = "stored-queries";
export type QueryPage = "edit" | "review" | "delete" | "execute";

/** The path of a stored query, or of a page under it. */
export function queryPath(at: LevelRef, id: string, page?: QueryPage, query: Query = {}): string {
  return screenPath(at, SCREEN, { rest: page === undefined ? [id] : [id, page], query });
}

/** The id in the address of a page of one. */
export const queryIdOf = (pathname: string): string => restOf(pathname);

/** Breadcrumbs of a page under one. */
export const queryCrumbs =
  (label?: string) =>
  ({ pathname, at }: { pathname: string; at: LevelRef }): Crumb[] => {
    const id = queryIdOf(pathname);
    return label === undefined ? [{ label: id }] : [{ label: id, to: queryPath(at, id) }, { label }];
  };

/** Title of a page of stored queries. */
export const queryTitle = (params: Record<string, string | undefined>, ...parts: string[]) =>
  [...parts, "Stored queries", params["appName"] ?? "Cluster"].join(" · ");
