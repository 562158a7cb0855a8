import * as z from "zod";
import type { Backend } from "~/lib/access-control/plan";
import type { Change } from "~/services/platform/changes/types";
import type { BackendClient } from "~/services/platform/http/client.server";
import { isBackendError } from "~/services/platform/http/errors.server";

/** How a server reaches its engine; none: the one that is bundled with it. Name and password are told by no server. */
export type Connection = { backend: Backend; reach: { url: string; username: string; password: string } | null };

const PATH = "/_update_backend_connection";
const takenSchema = z.object({ code: z.literal(200) });

/**
 * Connects the server with another engine; it starts again then (contract 40, 2). `protocol` and `host` are what its
 * call takes of an address.
 */
export function toConnect({ backend, reach }: Connection): Change<void> {
  const { protocol, host } = new URL(reach?.url ?? "http://bundled");
  const sent: Record<string, string> =
    reach === null ? { backend } : { backend, protocol: protocol.slice(0, -1), host };
  const signIn = reach === null || reach.username === "" ? {} : { basic_auth: `${reach.username}:${reach.password}` };
  return {
    resource: { kind: "search-engine", id: "search-engine", name: "Search engine" },
    verb: "update",
    noun: "connection to search engine",
    right: "pipelines:write",
    request: { method: "PUT", path: PATH, json: { ...sent, ...signIn } },
    after: sent,
    read: ({ body, failed }) => {
      if (!takenSchema.safeParse(body).success) throw failed("malformed");
    },
    summary: () => (reach === null ? "the bundled engine" : `${backend} at ${host}`),
  };
}

const answered = z.unknown();

/** A server that has answered goes on for a moment before it starts again. */
const MOMENT = 500;

/** Waits until a server that starts again answers; false where it does not within so many ms. */
export async function waitForServer(http: BackendClient, most: number): Promise<boolean> {
  const end = Date.now() + most;
  await new Promise((resolve) => setTimeout(resolve, MOMENT));
  for (;;) {
    try {
      await http.call({ path: "/arc/plan", schema: answered });
      return true;
    } catch (error) {
      if (!isBackendError(error)) throw error;
      // Whatever it answers, it is there again.
      if (error.failure.kind === "status" && error.failure.status < 500) return true;
    }
    if (Date.now() >= end) return false;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}
