import { expect, it } from "vitest";
import { actionNames } from "./actions";
import { type PlanFeature, planGate, tierNames } from "./plan";
import { knownTiers } from "./tiers";

const unpaid = (tier: string | null, features: string[] = []) => ({ billing: true, isPaid: false, tier, features });
const has = (tier: string | null, feature: PlanFeature) => planGate({ plan: unpaid(tier), feature }).ok;

it.each<[PlanFeature, string, boolean]>([
  ["functions", "2019-production-1", false],
  ["functions", "2021-production-1", false],
  ["functions", "2021-production-2", true],
  ["functions", "arc-enterprise", true],
  ["search-relevancy", "2021-starter", true],
  ["search-relevancy", "2021-hosted-arc-standard", true],
  ["search-relevancy", "2023-sandbox", true],
  ["search-relevancy", "arc-basic", false],
  ["ai", "2023-starter", true],
  ["ai", "2021-production-3", false],
  ["ai", "reactivesearch-cloud-enterprise", false],
  ["analytics", "2020-hobby", false],
  ["rules", "reactivesearch-cloud-hobby", true],
  ["uibuilder", "2023-production-1", true],
])("%s on %s: %s", (feature, tier, expected) => expect(has(tier, feature)).toBe(expected));

it("is open without billing, on a paid plan and by the flag of the plan", () => {
  expect(planGate({ plan: { ...unpaid("arc-basic"), billing: false }, feature: "ai" }).ok).toBe(true);
  expect(planGate({ plan: { ...unpaid("arc-basic"), isPaid: true }, feature: "ai" }).ok).toBe(true);
  expect(planGate({ plan: unpaid("arc-basic", ["feature_openai"]), feature: "ai" }).ok).toBe(true);
  expect(planGate({ plan: unpaid("arc-basic", ["feature_rules"]), feature: "ai" }).ok).toBe(false);
});

it("says what it would offer and which plans have it", () => {
  expect(planGate({ plan: unpaid(null), feature: "ai" })).toEqual({
    ok: false,
    because: "plan",
    missing: "AI search is not part of this server's plan",
    who: "the Sandbox, Starter, or Production plans",
    help: "Available on Sandbox, Starter, or Production: see Billing.",
  });
  expect(tierNames(["2019-production-1", "2021-production-1", "arc-basic"])).toEqual(["Production", "Basic"]);
});

// Specification, section 6, and the lists of contract 40, 6.1, tier by tier.
const [enterprise, cloud] = [
  ["arc-enterprise", "hosted-arc-enterprise", "2021-hosted-arc-enterprise"],
  ["reactivesearch-cloud-hobby", "reactivesearch-cloud-production", "reactivesearch-cloud-enterprise"],
];
const numbered = [
  "2019-production-1",
  "2019-production-2",
  "2019-production-3",
  "2021-production-1",
  "2021-production-2",
  "2021-production-3",
];
const production = [...enterprise, ...cloud, ...numbered, "2023-production-1"];
const specified: Partial<Record<PlanFeature, string[]>> = {
  functions: production.filter((tier) => !["2019-production-1", "2021-production-1"].includes(tier)),
  "search-relevancy": [...production, "2021-starter", "2021-hosted-arc-standard", "2023-sandbox"],
  ai: ["2023-sandbox", "2023-starter", "2023-production-1"],
  sharing: [],
};
const others: PlanFeature[] = [
  "analytics",
  "rules",
  "suggestions",
  "pipelines",
  "uibuilder",
  "cache",
  "grader",
  "sync",
  "ai-insights",
  "custom-events",
];

it.each([...Object.keys(specified), ...others] as PlanFeature[])(
  "%s is part of the tiers that the specification names, and of no other",
  (feature) => {
    const open = knownTiers.filter((tier) => has(tier, feature));
    expect(open.sort()).toEqual([...(specified[feature] ?? production)].sort());
    expect(has(null, feature)).toBe(false);
  },
);

it("what whoever pays has says so", () => {
  expect(planGate({ plan: unpaid("2021-production-1"), feature: "sharing" })).toMatchObject({
    ok: false,
    who: "any paid plan",
  });
  expect(planGate({ plan: { ...unpaid("arc-basic"), isPaid: true }, feature: "sharing" }).ok).toBe(true);
});

it("actions that only steer the console have their labels", () => {
  expect(actionNames).toMatchObject({
    "downtime-alerts": "Downtime alerts",
    "curated-insights": "Curated insights",
    "user-management": "User management",
  });
});
