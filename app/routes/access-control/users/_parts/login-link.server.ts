import type { AppLoadContext } from "@remix-run/node";
import { originFor } from "~/lib/address/public-address.server";
import { type Query, queryString } from "~/navigation/paths";

/** The address at which users of a server sign in to this console, for handing on. */
export function loginLink(
  { request, context: { config } }: { request: Request; context: Pick<AppLoadContext, "config"> },
  query: Query,
): string {
  return `${originFor({ request, config })}/login${queryString(query)}`;
}
