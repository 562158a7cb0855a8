import { isSearchServersRefusal, type Other, otherThanSearchServer, startOnEngine } from "@common/http/detect-server";
import type { BackendClient } from "~/services/platform/http/client.server";
import { isBackendError } from "~/services/platform/http/errors.server";

async function rootOf(http: BackendClient): Promise<Other | null> {
  try {
    const answer = await http.open({ path: "/" });
    return otherThanSearchServer({
      status: answer.status,
      header: (name) => answer.headers.get(name),
      text: await answer.text(),
    });
  } catch (error) {
    if (isBackendError(error)) return null;
    throw error;
  }
}

/**
 * What answers in the place of a search server, after a call failed there in a way that such a server does not fail;
 * null where nothing else is known. A proxy that says its server is away is none: the failure tells that.
 */
export async function otherServer(http: BackendClient, error: unknown): Promise<Other | null> {
  if (!isBackendError(error) || isSearchServersRefusal(error.body)) return null;
  const { kind, status, path } = error.failure;
  // Only the first call: whoever is known by it gets the engine's own root from a search server too.
  if (path !== "/_user") return null;
  const couldBe =
    kind === "malformed" ||
    kind === "redirect" ||
    kind === "not-offered" ||
    kind === "not-allowed" ||
    (kind === "status" && status < 500);
  return couldBe ? rootOf(http) : null;
}

/** The sentence for who typed that address. */
export function otherServerMessage({ kind, what }: Other, url: string): string {
  if (kind === "engine")
    return `This is ${what}, not a ReactiveSearch server. Put a back end in front of it, then sign in to that: ${startOnEngine(url)}`;
  return `A server answers at this address, but it is no search server that the console knows: it is ${what}.`;
}
