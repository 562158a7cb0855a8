import type { RequestHandler } from "express";

const patience = 3000;

async function statusOf(url: string): Promise<number> {
  const answer = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(patience) });
  await answer.body?.cancel();
  return answer.status;
}

/**
 * True when the search server at this URL answers: its health call says 200, or, where it has none, its root says 200 or asks for a
 * sign-in. Never throws; waits 3 s at most for each of the two.
 */
export async function isSearchServerUp(searchUrl: string): Promise<boolean> {
  try {
    if ((await statusOf(`${searchUrl}/arc/health`)) === 200) return true;
    return [200, 401].includes(await statusOf(`${searchUrl}/`));
  } catch {
    return false;
  }
}

/** `GET /healthz`: the process lives. */
export const healthz: RequestHandler = (_request, response) => {
  response.set("Cache-Control", "no-store").json({ status: "ok" });
};

/** `GET /readyz`: 200 when the search server answers and the process is not ending, else 503. */
export function readyz({ searchUrl, isEnding }: { searchUrl: string; isEnding: () => boolean }): RequestHandler {
  return async (_request, response) => {
    const up = !isEnding() && (await isSearchServerUp(searchUrl));
    response
      .set("Cache-Control", "no-store")
      .status(up ? 200 : 503)
      .json(up ? { status: "ready" } : { status: "not ready", reason: isEnding() ? "ending" : "the search server does not answer" });
  };
}
