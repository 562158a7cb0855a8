import { type Gate, open } from "./gate";

export const backends = [
  "elasticsearch",
  "opensearch",
  "solr",
  "mongodb",
  "fusion",
  "zinc",
  "marklogic",
  "system",
] as const;
export type Backend = (typeof backends)[number];

/** What a back end is called on a page. */
export const backendNames: Record<Backend, string> = {
  elasticsearch: "Elasticsearch",
  opensearch: "OpenSearch",
  solr: "Solr",
  mongodb: "MongoDB",
  fusion: "Fusion",
  zinc: "Zinc",
  marklogic: "MarkLogic",
  system: "the built-in engine",
};

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
  /** How many machines the server runs on, where it says. */
  machines: number | null;
  /** Our own server, where a call connects it with another engine: whether it works on the bundled one; else null. */
  takesEngine: { isBundled: boolean } | null;
  /** Flags of the plan record that are set: `feature_openai`. */
  features: string[];
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
  number_of_machines?: number | null;
  takes_engine?: boolean | null;
  bundled_engine?: boolean | null;
  features?: string[];
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
    machines: record?.number_of_machines ?? null,
    takesEngine: record?.takes_engine === true ? { isBundled: record.bundled_engine === true } : null,
    features: record?.features ?? [],
  };
}

const upper = ["arc-enterprise", "hosted-arc-enterprise", "2021-hosted-arc-enterprise"];
const production = [
  ...[
    "2019-production-1",
    "2019-production-2",
    "2019-production-3",
    "2021-production-1",
    "2021-production-2",
    "2021-production-3",
    "2023-production-1",
  ],
  ...["reactivesearch-cloud-hobby", "reactivesearch-cloud-production", "reactivesearch-cloud-enterprise"],
];
const most = [...upper, ...production];

/**
 * What a plan may leave out: what it would offer, the tiers that have it, and the flag of a plan record that gives it
 * to any tier.
 */
const gates = {
  functions: {
    offers: "Functions",
    tiers: most.filter((tier) => tier !== "2019-production-1" && tier !== "2021-production-1"),
  },
  "search-relevancy": {
    offers: "Search relevance settings",
    tiers: [...most, "2021-starter", "2021-hosted-arc-standard", "2023-sandbox"],
    flag: "feature_search_relevancy",
  },
  ai: { offers: "AI search", tiers: ["2023-sandbox", "2023-starter", "2023-production-1"], flag: "feature_openai" },
  analytics: { offers: "Analytics", tiers: most },
  rules: { offers: "Query rules", tiers: most, flag: "feature_rules" },
  suggestions: { offers: "Suggestions", tiers: most, flag: "feature_suggestions" },
  pipelines: { offers: "Pipelines", tiers: most, flag: "feature_pipelines" },
  uibuilder: { offers: "UI builder premium", tiers: most, flag: "feature_uibuilder_premium" },
  cache: { offers: "Cache", tiers: most, flag: "feature_cache" },
  grader: { offers: "Search grader", tiers: most, flag: "feature_search_grader" },
  sync: { offers: "Sync preferences", tiers: most, flag: "feature_suggestions" },
  /** Of whoever pays, whatever the tier (contract 10, 3.5). */
  sharing: { offers: "Sharing an index", tiers: [] },
  "custom-events": { offers: "Custom events", tiers: most, flag: "feature_custom_events" },
  /** Custom events and insights come together (contract 20, 1.1). */
  insights: { offers: "Insights", tiers: most, flag: "feature_custom_events" },
  "ai-insights": { offers: "AI insights", tiers: most },
} as const satisfies Record<string, { offers: string; tiers: readonly string[]; flag?: string }>;

export type PlanFeature = keyof typeof gates;

/** Every feature that a plan may leave out. */
export const planFeatures = Object.keys(gates) as PlanFeature[];

const labels: [pattern: RegExp, label: string][] = [
  [/sandbox/, "Sandbox"],
  [/hobby/, "Hobby"],
  [/starter/, "Starter"],
  [/production/, "Production"],
  [/enterprise/, "Enterprise"],
  [/standard/, "Standard"],
  [/basic/, "Basic"],
];

/** What plans are called, without years and numbers: "Starter", "Production". Each once. */
export function tierNames(tiers: readonly string[]): string[] {
  return labels.filter(([pattern]) => tiers.some((tier) => pattern.test(tier))).map(([, label]) => label);
}

const listed = new Intl.ListFormat("en", { type: "disjunction" });

/**
 * Whether the plan of the server has a feature. A server without billing, a paid plan and a flag of the plan record
 * open every gate.
 */
export function planGate({
  plan,
  feature,
}: {
  plan: Pick<Plan, "billing" | "isPaid" | "tier" | "features">;
  feature: PlanFeature;
}): Gate {
  const gate: { offers: string; tiers: readonly string[]; flag?: string } = gates[feature];
  const given = gate.flag !== undefined && plan.features.includes(gate.flag);
  if (!plan.billing || plan.isPaid || given || (plan.tier !== null && gate.tiers.includes(plan.tier))) return open;
  if (gate.tiers.length === 0) {
    const missing = `${gate.offers} is not part of this server's plan`;
    return {
      ok: false,
      because: "plan",
      missing,
      who: "any paid plan",
      help: "Available on any paid plan: see Billing.",
    };
  }
  const names = listed.format(tierNames(gate.tiers));
  return {
    ok: false,
    because: "plan",
    missing: `${gate.offers} is not part of this server's plan`,
    who: `the ${names} plans`,
    help: `Available on ${names}: see Billing.`,
  };
}
