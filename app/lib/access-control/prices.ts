// Prices of hosted plans in US dollars, by tier. Two lists are in the field (specification, section 9, and contract 40,
// 6.3): the shared library of dashboards, and an older dashboard. Where they differ the second is kept beside the
// first, as it is told. What of a row can be shown together, `reckoning` says: some hours are per node, some for the
// whole plan, and some fit no month.

/** Dollars a month and an hour; null where a list says nothing, or "on request". */
export type Price = { month: number | null; hour: number | null };
export type PriceFamily = "arc" | "hosted_arc" | "cluster" | "cloud";
export type TierPrice = Price & {
  tier: string;
  family: PriceFamily;
  label: string;
  /** What the older list says, where it says something else. */ older?: Price;
};

const row =
  (family: PriceFamily, label: string) => (tier: string, month: number | null, hour: number | null, older?: Price) => ({
    ...{ tier, family, label, month, hour },
    ...(older && { older }),
  });
const arc = (name: string) => row("arc", `Self-hosted, ${name}`);
const hosted = (name: string) => row("hosted_arc", `Hosted gateway, ${name}`);
const cluster = (name: string) => row("cluster", `Cluster, ${name}`);
const cloud = (name: string) => row("cloud", `Cloud, ${name}`);
const older = (month: number | null, hour: number | null): Price => ({ month, hour });

export const tierPrices: readonly TierPrice[] = [
  arc("basic")("arc-basic", 19, 0.03),
  arc("standard")("arc-standard", 59, 0.08),
  arc("enterprise")("arc-enterprise", 499, 0.69),
  hosted("basic")("hosted-arc-basic", 39, 0.05),
  hosted("basic")("hosted-arc-basic-v2", 29, 0.04),
  hosted("standard")("hosted-arc-standard", 89, 0.12),
  hosted("standard")("2021-hosted-arc-standard", 99, 0.137),
  hosted("enterprise")("hosted-arc-enterprise", 599, 0.83),
  hosted("enterprise")("2021-hosted-arc-enterprise", 799, 1.11),
  cluster("sandbox")("2019-sandbox", 59, 0.08),
  cluster("sandbox")("2020-sandbox", 49, 0.07),
  cluster("sandbox")("2023-sandbox", null, null, older(99, 0.1375)),
  cluster("hobby")("2019-hobby", 119, 0.17),
  cluster("hobby")("2020-hobby", 99, 0.14),
  cluster("starter")("2019-starter", 199, 0.28),
  cluster("starter")("2020-starter", 149, 0.21),
  cluster("starter")("2021-starter", 299, 0.138, older(299, 0.414)),
  cluster("starter")("2023-starter", null, null, older(399, 0.185)),
  cluster("production 1")("2019-production-1", 399, 0.55, older(799, 1.11)),
  cluster("production 1")("2021-production-1", 999, 0.463, older(999, 1.389)),
  cluster("production")("2023-production-1", null, null, older(1199, 0.55)),
  cluster("production 2")("2019-production-2", 700, 1.11, older(1599, 2.22)),
  cluster("production 2")("2021-production-2", 1999, 0.925, older(1999, 2.775)),
  cluster("production 3")("2019-production-3", 1599, 2.22, older(3199, 4.44)),
  cluster("production 3")("2021-production-3", 3199, 1.48, older(3199, 4.44)),
  cloud("hobby")("reactivesearch-cloud-hobby", 29, 1.11),
  cloud("production")("reactivesearch-cloud-production", 149, 2.22),
  cloud("enterprise")("reactivesearch-cloud-enterprise", null, 4.44, older(2500, 4.44)),
];

/** Tiers that can be chosen today: the newest of each size (contract 40, 6.3). */
const offered = new Set([
  ...[
    "arc-basic",
    "arc-standard",
    "arc-enterprise",
    "hosted-arc-basic-v2",
    "2021-hosted-arc-standard",
    "2021-hosted-arc-enterprise",
  ],
  ...["2020-sandbox", "2020-hobby", "2021-starter", "2021-production-1", "2021-production-2", "2021-production-3"],
  ...["reactivesearch-cloud-hobby", "reactivesearch-cloud-production", "reactivesearch-cloud-enterprise"],
]);

/** The price of a tier; undefined for one that no list has. */
export function priceOf(tier: string | null): TierPrice | undefined {
  return tierPrices.find((one) => one.tier === tier);
}

/** Every plan that can be chosen today. */
export const offeredPlans: readonly TierPrice[] = tierPrices.filter(({ tier }) => offered.has(tier));

/** The plans that somebody on this billing type may choose among, and the one that he has. */
export function plansFor({ billingType, tier }: { billingType: string | null; tier: string | null }): TierPrice[] {
  const own = priceOf(tier);
  const family = own?.family ?? (billingType === "arc" || billingType === "hosted_arc" ? billingType : "cluster");
  return tierPrices.filter((one) => one.family === family && (offered.has(one.tier) || one.tier === tier));
}
