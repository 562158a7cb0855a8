import { PRODUCT } from "@common/http/product";
import { json } from "@backend/gateway/platform/http/reply";
import type { Route } from "@backend/gateway/platform/http/types";

/** The version of the API that this back end speaks; clients choose call forms by it. */
export const API_VERSION = "8.20.0";

/** The plan that this back end tells of, which limits nothing but how many rules there are. */
export const TIER = "arc-enterprise";

/** `GET /arc/plan`: no billing, so nothing is limited. Asked for without signing in. */
export function planRoutes(): Route[] {
  const plan = {
    product: PRODUCT,
    tier: TIER,
    billing_type: "arc",
    billing: false,
    version: API_VERSION,
    backend: "elasticsearch",
  };
  return [
    { methods: ["GET"], path: "/arc/plan", access: { kind: "open" }, log: false, handle: async () => json(plan) },
  ];
}
