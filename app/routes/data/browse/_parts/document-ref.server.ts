import type { Scope } from "~/session/scope.server";
import type { DocumentRef } from "~/services/documents/get.server";
import { documentIdOf } from "./paths";

/** The document that an address names. */
export function documentRef(request: Request, scope: Scope): DocumentRef {
  const { pathname, searchParams } = new URL(request.url);
  return { index: indexOf(scope), id: documentIdOf(pathname), routing: searchParams.get("routing") ?? undefined };
}

/** The index of the level one is on. */
export const indexOf = (scope: Scope) => (scope.level === "app" ? scope.app : "");
