import type { Scope } from "~/scope.server";
import type { DocumentRef } from "~/services/documents/get.server";

/**
 * The document that an address names. The id is taken from the address itself: the router's parameter turns `%252F` into a slash, and both
 * `a/b` and `a%2Fb` are ids.
 */
export function documentRef(request: Request, scope: Scope): DocumentRef {
  const url = new URL(request.url);
  const segments = url.pathname.split("/");
  const segment = segments[segments.indexOf("browse", 3) + 1] ?? "";
  const routing = url.searchParams.get("routing") ?? undefined;
  return { index: indexOf(scope), id: decoded(segment), routing };
}

/** The index of the level one is on. */
export const indexOf = (scope: Scope) => (scope.level === "app" ? scope.app : "");

function decoded(segment: string) {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
