import type { Crumb } from "~/navigation/handle";
import { type LevelRef, restOf, screenPath } from "~/navigation/paths";

const SCREEN = "rules/functions";

export const functionsPath = (at: LevelRef): string => screenPath(at, SCREEN);

/** The path of a function, or of the page that deletes it. */
export function functionPath(at: LevelRef, name: string, page?: "delete"): string {
  return screenPath(at, SCREEN, { rest: page === undefined ? [name] : [name, page] });
}

/** The name in the address of a page of one. */
export const functionNameOf = (pathname: string): string => restOf(pathname, 1);

/** Breadcrumbs of a page of functions, after that of the rules. */
export const functionCrumbs =
  (page?: "function" | "delete") =>
  ({ pathname, at }: { pathname: string; at: LevelRef }): Crumb[] => {
    if (page === undefined) return [{ label: "Functions" }];
    const name = functionNameOf(pathname);
    const list = { label: "Functions", to: functionsPath(at) };
    return page === "function" ? [list, { label: name }] : [list, { label: name, to: functionPath(at, name) }, { label: "Delete" }];
  };

/** Title of a page of functions. */
export const functionTitle = (...parts: string[]) => [...parts, "Functions", "Cluster"].join(" · ");
