import type { Crumb } from "~/navigation/handle";
import { clusterLevel, type Query, restOf, screenPath } from "~/navigation/paths";

const SCREEN = "user-management";
export type UserPage = "edit" | "review" | "password" | "second-factor" | "delete" | "view";

/** The list of users. */
export const usersPath = (query?: Query) => screenPath(clusterLevel, SCREEN, query === undefined ? {} : { query });

/** The path of a user, or of a page under one. */
export function userPath(username: string, page?: UserPage, query: Query = {}): string {
  return screenPath(clusterLevel, SCREEN, { rest: page === undefined ? [username] : [username, page], query });
}

/** The name in the address of a page of one. */
export const userNameOf = (pathname: string): string => restOf(pathname);

/** The name that a request's address holds. */
export const userNameIn = (request: Request) => userNameOf(new URL(request.url).pathname);

/** Breadcrumbs of a page under one. */
export const userCrumbs =
  (label?: string) =>
  ({ pathname }: { pathname: string }): Crumb[] => {
    const name = userNameOf(pathname);
    return label === undefined ? [{ label: name }] : [{ label: name, to: userPath(name) }, { label }];
  };

/** Title of a page of users. */
export const userTitle = (...parts: string[]) => [...parts, "Users", "Cluster"].join(" · ");
