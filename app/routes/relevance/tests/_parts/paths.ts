import { encodeSegment } from "~/lib/ids";
import type { Crumb } from "~/navigation/handle";
import { appLevel, type LevelRef, type Query, queryString, restOf, screenPath } from "~/navigation/paths";

const SCREEN = "relevance-tests";

/** The list of relevance tests, or a page beside it. */
export const testsPath = (at: LevelRef, page?: "new" | "run" | "import", query: Query = {}) =>
  screenPath(at, page === undefined ? SCREEN : `${SCREEN}/${page}`, { query });

/** The page of one, or one under it. */
export const testPath = (at: LevelRef, id: string, page?: "delete", query: Query = {}) =>
  screenPath(at, SCREEN, { rest: page === undefined ? [id] : [id, page], query });

/** All of them as a file, or a run of them for a build server. */
export const testsFile = (index: string, file: "file" | "run.json" | "run.xml", query: Query = {}) =>
  `/resources/${encodeSegment(index)}/${SCREEN}/${file}${queryString(query)}`;

/** The id in the address of a page about one. */
export const testIdOf = (pathname: string): string => restOf(pathname);

/** Breadcrumbs of a page under one, whose label the loader gives. */
export const testCrumbs =
  (label?: string) =>
  ({ pathname, at, data }: { pathname: string; at: LevelRef; data: unknown }): Crumb[] => {
    const id = testIdOf(pathname);
    const name = typeof data === "object" && data !== null && "label" in data && typeof data.label === "string" ? data.label : id;
    return label === undefined ? [{ label: name }] : [{ label: name, to: testPath(at, id) }, { label }];
  };

/** Breadcrumb of a page beside the list. */
export const crumb = (label: string) => (): Crumb[] => [{ label }];

/** Title of a page of relevance tests. */
export const testsTitle = (params: Record<string, string | undefined>, ...parts: string[]) =>
  [...parts, "Relevance tests", params["appName"] ?? ""].join(" · ");

export { appLevel };
