export const backends = ["elasticsearch", "opensearch", "solr", "mongodb", "fusion", "zinc", "marklogic", "system"] as const;
export type Backend = (typeof backends)[number];

/** What the console knows of the plan of a server. Derived values follow the specification, section 3. */
export type Plan = {
  /** False when the server has no billing at all; then nothing is gated. */
  billing: boolean;
  tier: string | null;
  daysLeft: number | null;
  isPaid: boolean;
  plan: "growth" | "free";
  billingType: string | null;
  imageType: string | null;
  version: string | null;
  customerId: string | null;
};

const SECONDS_A_DAY = 86_400;

export type PlanRecord = {
  tier?: string | null;
  time_validity?: number | null;
  billing?: boolean | null;
  billing_type?: string | null;
  image_type?: string | null;
  version?: string | null;
  customer_id?: string | null;
};

/** The plan out of the body of `GET /arc/plan`; null for a server without that route (the open build): billing off. */
export function planOf(record: PlanRecord | null): Plan {
  const billing = record !== null && record.billing !== false && (record.time_validity ?? null) !== null;
  const tier = record?.tier ?? null;
  const validity = record?.time_validity ?? null;
  return {
    billing,
    tier,
    daysLeft: billing && validity !== null ? Math.ceil(validity / SECONDS_A_DAY) : null,
    isPaid: !billing || (tier !== null && (validity ?? 0) > 0),
    plan: !billing || tier !== null ? "growth" : "free",
    billingType: record?.billing_type ?? null,
    imageType: record?.image_type ?? null,
    version: record?.version ?? null,
    customerId: record?.customer_id ?? null,
  };
}
