import { type Query, queryString } from "~/navigation/paths";

/** The address at which users of a server sign in to this console, for handing on. */
export function loginLink(request: Request, query: Query): string {
  return `${new URL(request.url).origin}/login${queryString(query)}`;
}
