import * as z from "zod";
import { badRequest } from "@backend/gateway/platform/http/errors";
import { parseOwnBody } from "@backend/gateway/platform/http/own-body";
import { json } from "@backend/gateway/platform/http/reply";
import type { Route } from "@backend/gateway/platform/http/types";
import type { Services } from "@backend/gateway/services";
import { SYSTEM } from "@backend/gateway/platform/store/system-indices";
import { createSystemStore, type StoreParts, type SystemStore } from "@backend/gateway/platform/store/system-store";

const ID = "preferences";
const PreferencesSchema = z.object({ interval: z.number().int() });
const BodySchema = z.object({ interval: z.number().int().nullish() });
type Preferences = z.infer<typeof PreferencesSchema>;

const ACCESS = { kind: "server", category: "sync" } as const;

/** Sync preferences in the hidden index `.sync_preferences`. */
export function createSyncStore({ engine, places }: StoreParts): SystemStore<Preferences> {
  return createSystemStore({ engine, places, index: SYSTEM.syncPreferences, schema: PreferencesSchema });
}

/** `/_sync/preferences`: how often, in seconds, several nodes read each other's changes. */
export function syncRoutes({ sync }: Pick<Services, "sync">): Route[] {
  return [
    {
      methods: ["GET"],
      path: "/_sync/preferences",
      access: ACCESS,
      handle: async () => json((await sync.get(ID)) ?? {}),
    },
    {
      methods: ["PUT"],
      path: "/_sync/preferences",
      access: ACCESS,
      handle: async (context) => {
        const { interval } = parseOwnBody({
          text: await context.text(),
          schema: BodySchema,
          refusal: "can't parse request body",
        });
        if (interval == null) throw badRequest("interval is required");
        if (interval < 10 || interval > 3600) throw badRequest("interval must be between 10 and 3600 seconds");
        await sync.put(ID, { interval });
        // A success under `error`: the real server's odd shape, which clients know.
        return json({ error: { code: 200, status: "OK", message: "Sync preferences saved successfully" } });
      },
    },
  ];
}
