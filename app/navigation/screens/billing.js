// The section Billing.

import { both } from "./levels.js";

/** @type {import("./levels.js").Screen[]} */
export const screens = [
  {
    path: "billing",
    file: "routes/billing/billing.tsx",
    on: both,
    children: [
      { path: "subscribe", file: "routes/billing/subscribe.tsx" },
      { path: "payment", file: "routes/billing/payment.tsx" },
      { path: "cancel", file: "routes/billing/cancel.tsx" },
      { path: "usage", file: "routes/billing/usage.tsx" },
    ],
  },
];
