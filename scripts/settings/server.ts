import { parseJson } from "@common/text/json";
import { BundleError } from "@common/search-relevance/settings-bundle/schema";
import type { CallServer } from "@common/search-relevance/settings-bundle/server";

const TIMEOUT_MS = 60_000;

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
}

function read(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    // A page of a proxy, say: its text is all there is to tell.
    return text;
  }
}

/**
 * Calls of a server at an address. None is sent twice: a rule that was made though its answer was lost would be there
 * twice.
 */
export function openServer({
  url,
  username,
  password,
}: {
  url: string;
  username: string;
  password: string;
}): CallServer {
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
  return async ({ method, path, body }) => {
    const headers = { authorization, ...(body === undefined ? {} : { "content-type": "application/json" }) };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    try {
      const response = await fetch(`${url}${path}`, {
        method,
        headers,
        ...sent,
        redirect: "error",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      return { status: response.status, body: read(await response.text()) };
    } catch (error) {
      throw new BundleError(`${url} cannot be reached: ${reasonOf(error)}`);
    }
  };
}
