import type { ConnectView } from "~/lib/search-relevance/snippets/connection";
import { searchSnippets } from "~/lib/search-relevance/snippets/snippets.server";
import { isOnlyHere, publicAddress } from "~/services/platform/http/public-address.server";
import type { Scope } from "~/session/scope.server";
import { connectionOf } from "./connection.server";

/** In place of a credential: nobody's own password belongs into a page. */
const CREDENTIALS = "NAME:PASSWORD";

/** What an application needs to search an index. curl asks for the reader's password; elsewhere it is filled in. */
export async function loadConnect(
  scope: Pick<Scope, "http" | "session" | "context">,
  index: string,
): Promise<ConnectView> {
  const url = publicAddress(scope);
  const connection = await connectionOf(scope, { index, credentials: CREDENTIALS });
  const [curl, ...others] = searchSnippets({ ...connection, credentials: scope.session.username });
  const filled = searchSnippets(connection);
  return {
    endpoint: `${url}/${encodeURIComponent(index)}`,
    snippets: curl === undefined ? [] : [curl, ...filled.slice(-others.length)],
    onlyHere: isOnlyHere(url),
    placeholder: CREDENTIALS,
  };
}
