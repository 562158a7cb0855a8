import { PRODUCT } from "@common/http/product";
import { json } from "@backend/gateway/platform/http/reply";
import type { EngineConnection } from "@backend/gateway/resources/pipelines/connection/choice";
import type { Route } from "@backend/gateway/platform/http/types";

/** The version of the API that this back end speaks; clients choose call forms by it. */
export const API_VERSION = "8.20.0";

/** The plan that this back end tells of, which limits nothing but how many rules there are. */
export const TIER = "arc-enterprise";

/**
 * `GET /arc/plan`: no billing, so nothing is limited; `takes_engine` says whether a call may connect another engine.
 * Asked for without signing in.
 */
export function planRoutes({ connection }: { connection: EngineConnection }): Route[] {
  const plan = {
    product: PRODUCT,
    tier: TIER,
    billing_type: "arc",
    billing: false,
    version: API_VERSION,
    backend: "elasticsearch",
    ...("connect" in connection && { takes_engine: true, bundled_engine: connection.isBundled }),
  };
  return [
    { methods: ["GET"], path: "/arc/plan", access: { kind: "open" }, log: false, handle: async () => json(plan) },
  ];
}
