import type { RequestHandler } from "express";
import * as z from "zod";
import { withoutSecrets } from "@common/http/addresses";
import { type Answered, type Other, otherThanSearchServer, startOnEngine } from "@common/http/detect-server";

const patience = 3000;
/** A reason is cut at so many characters. */
const longest = 500;

// RFC 7234: code, agent, and the text in quotes.
const warningPattern = /^299 \S+ "(.*)"$/;

async function ask(url: string): Promise<Answered> {
  const answer = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(patience) });
  return { status: answer.status, header: (name) => answer.headers.get(name), text: await answer.text() };
}

const errorSchema = z.object({
  error: z.object({ message: z.string(), cause: z.object({ reason: z.string() }).optional() }),
});

/** The words of an error answer: its message, and what lay behind it. */
function reasonIn({ status, text }: Answered): string {
  try {
    const { message, cause } = errorSchema.parse(JSON.parse(text)).error;
    return withoutSecrets(`${message}${cause ? `: ${cause.reason}` : ""}`).slice(0, longest);
  } catch {
    return `the search server answers with status ${status}`;
  }
}

/** That something else than a search server answers, and what helps. */
function otherReason({ kind, what }: Other, { status }: Answered, searchUrl: string): string {
  if (kind === "engine")
    return `this is ${what}, not a ReactiveSearch server: put a back end in front of it with ${startOnEngine(searchUrl)}`;
  if (status >= 500) return `the search server cannot be reached: a proxy before it answers ${status} (${what})`;
  return `no search server answers there, but ${what}`;
}

/**
 * `problem` is null when the search server at this URL answers: its health call says 200, or, where it has none, its
 * root says 200 or asks for a sign-in. Else the reason why not, in one sentence. `warning` is what a server that
 * answers says of itself (a full disk). Never throws; waits 3 s at most for each of the two.
 */
export async function searchServerState(
  searchUrl: string,
): Promise<{ problem: string | null; warning?: string | undefined }> {
  try {
    const health = await ask(`${searchUrl}/arc/health`);
    const instead = otherThanSearchServer(health);
    if (health.status === 200)
      return {
        problem: instead && otherReason(instead, health, searchUrl),
        warning: warningPattern.exec(health.header("warning") ?? "")?.[1],
      };
    // The back end lives and says that its engine does not: what its root says does not count.
    if (health.status >= 500) return { problem: instead ? otherReason(instead, health, searchUrl) : reasonIn(health) };
    const root = await ask(`${searchUrl}/`);
    const other = otherThanSearchServer(root);
    if (other) return { problem: otherReason(other, root, searchUrl) };
    return { problem: [200, 401].includes(root.status) ? null : reasonIn(root) };
  } catch {
    return { problem: "the search server does not answer" };
  }
}

/** The problem alone. */
export async function searchServerProblem(searchUrl: string): Promise<string | null> {
  return (await searchServerState(searchUrl)).problem;
}

/** The figures of the back end; nothing where it does not answer at once, and where it is another server. */
export async function backendMetrics(url: string): Promise<string> {
  try {
    const answer = await fetch(`${url}/arc/metrics`, { redirect: "manual", signal: AbortSignal.timeout(patience) });
    return answer.status === 200 ? await answer.text() : "";
  } catch {
    return "";
  }
}

/** `GET /healthz`: the process lives. */
export const healthz: RequestHandler = (_request, response) => {
  response.set("Cache-Control", "no-store").json({ status: "ok" });
};

/** `GET /readyz`: 200 when the search server answers and the process is not ending, else 503. */
export function readyz({ searchUrl, isEnding }: { searchUrl: string; isEnding: () => boolean }): RequestHandler {
  return async (_request, response) => {
    const { problem: reason, warning } = isEnding() ? { problem: "ending" } : await searchServerState(searchUrl);
    response
      .set("Cache-Control", "no-store")
      .status(reason === null ? 200 : 503)
      .json(
        reason === null
          ? { status: "ready", ...(warning === undefined ? {} : { warning }) }
          : { status: "not ready", reason },
      );
  };
}
