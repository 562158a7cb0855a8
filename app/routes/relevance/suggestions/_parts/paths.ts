import type { Crumb } from "~/navigation/handle";
import { clusterLevel, type Query, restOf, screenPath } from "~/navigation/paths";
import { type SuggestionKind, suggestionKinds } from "~/services/suggestions/kinds";

const SCREEN = "suggestions";

/** The kind whose preferences an address is about: popular ones have the first tab. */
export function kindOf(pathname: string): SuggestionKind {
  return suggestionKinds.find((kind) => kind === restOf(pathname)) ?? "popular";
}

/** The page of the preferences of a kind, or the review of changes to them. */
export function preferencesPath(kind: SuggestionKind, page?: "review", query: Query = {}): string {
  const rest = [...(kind === "popular" ? [] : [kind]), ...(page === undefined ? [] : [page])];
  return screenPath(clusterLevel, [SCREEN, ...rest].join("/"), { query });
}

/** The featured suggestions of a search box, or a page under them. */
export function featuredPath(id?: string, page?: "review" | "delete", query: Query = {}): string {
  const rest = id === undefined ? [] : [id, ...(page === undefined ? [] : [page])];
  return screenPath(clusterLevel, `${SCREEN}/featured`, { rest, query });
}

/** The search box that an address names. */
export const boxOf = (pathname: string): string => restOf(pathname, 1);

/** Breadcrumbs of a page of featured suggestions. */
export const featuredCrumbs =
  (label?: string) =>
  ({ pathname }: { pathname: string }): Crumb[] => {
    const id = boxOf(pathname);
    const first = { label: "Featured", to: featuredPath() };
    return label === undefined ? [first, { label: id }] : [first, { label: id, to: featuredPath(id) }, { label }];
  };
