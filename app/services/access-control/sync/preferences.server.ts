import * as z from "zod";
import type { Change } from "~/services/platform/changes/types";
import { whereOffered } from "~/services/platform/http/not-offered.server";
import type { Scope } from "~/session/scope.server";

const PATH = "/_sync/preferences";
/** Seconds, where nothing was saved yet (contract 10, 3.7). */
export const USUAL_INTERVAL = 60;
// Servers say that it went well under `error`, with 200 in it.
const doneSchema = z.union([
  z.object({ error: z.object({ code: z.literal(200) }) }),
  z.object({ message: z.string() }),
]);
const preferencesSchema = z.object({ interval: z.number().optional() });

/**
 * How often the nodes of the server read each other's changes, in seconds; null for a server without the call. Throws
 * BackendError.
 */
export async function getSyncInterval({ http }: Pick<Scope, "http">): Promise<number | null> {
  const found = await whereOffered(http.call({ path: PATH, schema: preferencesSchema }));
  return found && (found.interval ?? USUAL_INTERVAL);
}

/** Sets that interval. Judged by the status alone: the server answers its success under `error`. */
export function toSetSyncInterval({ interval, before }: { interval: number; before: number }): Change<void> {
  return {
    resource: { kind: "sync-preferences", id: "sync-preferences", name: "Sync preferences" },
    verb: "update",
    noun: "sync preferences",
    right: "sync:write",
    request: { method: "PUT", path: PATH, json: { interval } },
    before: { interval: before },
    after: { interval },
    read: ({ body, failed }) => {
      if (!doneSchema.safeParse(body).success) throw failed("malformed");
    },
    stored: async (http) => {
      const now = await getSyncInterval({ http });
      return now === null ? undefined : { interval: now };
    },
    summary: () => `from ${before} to ${interval} seconds`,
    undo: () => ({ kind: "set-sync-interval", value: { interval: before, set: interval } }),
  };
}
