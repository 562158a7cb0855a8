import * as z from "zod";
import { badRequest } from "../../platform/http/errors";
import { parseOwnBody } from "../../platform/http/own-body";
import { json, message } from "../../platform/http/reply";
import type { Route } from "../../platform/http/types";
import { SYSTEM } from "../../platform/store/system-indices";
import { createSystemStore, type StoreParts } from "../../platform/store/system-store";

const ID = "preferences";
const ACCESS = { kind: "server", category: "analytics" } as const;
const PreferencesSchema = z.object({ enable: z.boolean() });
const BodySchema = z.object({ enable: z.boolean().nullish() });

/** Whether searches are recorded at all; they are until somebody switches it off. */
export function createAnalyticsPreferences(parts: StoreParts) {
  const store = createSystemStore({ ...parts, index: SYSTEM.analyticsPreferences, schema: PreferencesSchema });
  return {
    get: async () => (await store.get(ID)) ?? { enable: true },
    put: (preferences: z.infer<typeof PreferencesSchema>) => store.put(ID, preferences),
  };
}

export type AnalyticsPreferences = ReturnType<typeof createAnalyticsPreferences>;

/** `/_analytics/preferences`. */
export function preferencesRoutes(preferences: AnalyticsPreferences): Route[] {
  const path = "/_analytics/preferences";
  return [
    { methods: ["GET"], path, access: ACCESS, handle: async () => json(await preferences.get()) },
    {
      methods: ["POST", "PUT"],
      path,
      access: { ...ACCESS, indices: "path" },
      handle: async (context) => {
        const { enable } = parseOwnBody({
          text: await context.text(),
          schema: BodySchema,
          refusal: "can't parse request body",
        });
        if (enable == null) throw badRequest("enable is required");
        await preferences.put({ enable });
        return message("Analytics preferences are updated successfully");
      },
    },
  ];
}
