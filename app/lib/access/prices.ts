/** Dollars a month by tier (specification, section 9); null where the price is not published. */
export const monthlyPrices: readonly { tier: string; label: string; price: number | null }[] = [
  { tier: "arc-basic", label: "Self-hosted, basic", price: 19 },
  { tier: "arc-standard", label: "Self-hosted, standard", price: 59 },
  { tier: "arc-enterprise", label: "Self-hosted, enterprise", price: 499 },
  { tier: "hosted-arc-basic-v2", label: "Hosted gateway, basic", price: 29 },
  { tier: "2021-hosted-arc-standard", label: "Hosted gateway, standard", price: 99 },
  { tier: "2021-hosted-arc-enterprise", label: "Hosted gateway, enterprise", price: 799 },
  { tier: "2020-sandbox", label: "Cluster, sandbox", price: 49 },
  { tier: "2020-hobby", label: "Cluster, hobby", price: 99 },
  { tier: "2021-starter", label: "Cluster, starter", price: 299 },
  { tier: "2021-production-1", label: "Cluster, production 1", price: 999 },
  { tier: "2021-production-2", label: "Cluster, production 2", price: 1999 },
  { tier: "2021-production-3", label: "Cluster, production 3", price: 3199 },
  { tier: "reactivesearch-cloud-hobby", label: "Cloud, hobby", price: 29 },
  { tier: "reactivesearch-cloud-production", label: "Cloud, production", price: 149 },
  { tier: "reactivesearch-cloud-enterprise", label: "Cloud, enterprise", price: null },
];
