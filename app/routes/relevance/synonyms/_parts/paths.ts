import type { Crumb } from "~/navigation/handle";
import { type LevelRef, type Query, restOf, screenPath } from "~/navigation/paths";

const SCREEN = "synonyms";

/** The list of synonyms, or a page beside it. */
export const synonymsPath = (at: LevelRef, page?: "new" | "review" | "apply" | "delete-all", query: Query = {}) =>
  screenPath(at, page === undefined ? SCREEN : `${SCREEN}/${page}`, { query });

/** A page about one group. */
export const synonymPath = (at: LevelRef, id: string, page: "edit" | "delete") => screenPath(at, SCREEN, { rest: [id, page] });

/** The id in the address of a page about one. */
export const synonymIdOf = (pathname: string): string => restOf(pathname);

/** Breadcrumb of a page under the list. */
export const crumb = (label: string) => (): Crumb[] => [{ label }];

/** Title of a page of synonyms. */
export const synonymsTitle = (params: Record<string, string | undefined>, ...parts: string[]) => [...parts, "Synonyms", params["appName"] ?? ""].join(" · ");
