import { parseJson } from "@common/text/json";

const TIMEOUT_MS = 60_000;

/** A server that did not answer at all; the message is for the operator. */
export class UnreachableError extends Error {}

/** A call: `body` is a form, or the text of JSON. */
export type SentCall = { method: string; path: string; body?: FormData | string };

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
 * Calls of a server at an address, by name and password. None is sent twice: what was made though its answer was lost
 * would be there twice. Throws `UnreachableError`.
 */
export function openCalls({ url, username, password }: { url: string; username: string; password: string }) {
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
  return async ({ method, path, body }: SentCall): Promise<{ status: number; body: unknown }> => {
    const headers = { authorization, ...(typeof body === "string" && { "content-type": "application/json" }) };
    try {
      const response = await fetch(`${url}${path}`, {
        method,
        headers,
        ...(body !== undefined && { body }),
        redirect: "error",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      return { status: response.status, body: read(await response.text()) };
    } catch (error) {
      throw new UnreachableError(`${url} cannot be reached: ${reasonOf(error)}`);
    }
  };
}
