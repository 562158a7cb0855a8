import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { type PlanFeature, planFeatures, planGate } from "~/lib/access-control/plan";
import { rightGate, rights, type Right } from "~/lib/access-control/rights";
import { knownTiers } from "~/lib/access-control/tiers";
import type { loader as rulesPage } from "~/routes/search-relevance/rules/list";
import { startTestBackend, type TestBackend } from "../setup/backend";
import { openScreen } from "../setup/open-screen";

// Plans, tier by tier, against the screens and changes that ask for them: a gate that nobody asks would leave its
// feature open.

const app = join(import.meta.dirname, "../../app");
const sources = readdirSync(app, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|lib\/access\/plan\.ts$/.test(file))
  .map((file) => readFileSync(join(app, file), "utf8"));

/** Features of parts that the console has no screens of: their rights are asked for already. */
const WITHOUT_SCREENS: readonly PlanFeature[] = ["ai", "uibuilder", "cache"];

// Specification, section 6.
const enterprise = [
  "arc-enterprise",
  "hosted-arc-enterprise",
  "2021-hosted-arc-enterprise",
  "reactivesearch-cloud-enterprise",
];
const production = [1, 2, 3]
  .flatMap((size) => [`2019-production-${size}`, `2021-production-${size}`])
  .concat("2023-production-1", "reactivesearch-cloud-production");
const most = [...enterprise, ...production, "reactivesearch-cloud-hobby"];
const SPECIFIED = {
  analytics: most,
  rules: most,
  functions: most.filter((tier) => tier !== "2019-production-1" && tier !== "2021-production-1"),
  "search-relevancy": [...most, "2021-starter", "2021-hosted-arc-standard", "2023-sandbox"],
} as const satisfies Partial<Record<PlanFeature, readonly string[]>>;

const unpaid = (tier: string | null) => ({ billing: true, isPaid: false, tier, features: [] });
const everybody = { actions: ["analytics", "search-relevancy"] as const, categories: null, managers: [] };

describe("every feature that a plan may leave out", () => {
  it.each(planFeatures)("%s is asked for", (feature) => {
    const asks = new RegExp(`(feature|plan): "${feature}"`);
    const asked = sources.filter((text) => asks.test(text));
    expect(asked.length).toBeGreaterThan(0);
    if (WITHOUT_SCREENS.includes(feature)) return;
    const byRight = (Object.keys(rights) as Right[]).filter((right) => rights[right].plan === feature);
    const onScreens = sources.filter(
      (text) => text.includes(`feature: "${feature}"`) || byRight.some((right) => text.includes(`may("${right}")`)),
    );
    expect(onScreens.length).toBeGreaterThan(0);
  });
});

describe("tier by tier", () => {
  let backend: TestBackend;
  let kept = "";
  beforeAll(async () => {
    backend = await startTestBackend();
    const rule = {
      id: "kept",
      name: "Kept",
      enabled: true,
      actions: [{ type: "custom_data", data: { a: 1 } }],
      trigger: { type: "always" },
    };
    kept = z.object({ id: z.string() }).parse((await backend.call("POST", "/_rule", rule)).body).id;
  }, 60_000);
  afterAll(() => backend.close());
  const at = (path: string, tier: string, form?: Record<string, string>) =>
    openScreen<typeof rulesPage>(path, { backend, env: { DEMO_TIER: tier }, ...(form && { form }) });

  it.each(knownTiers)("%s", async (tier) => {
    for (const [feature, tiers] of Object.entries(SPECIFIED) as [keyof typeof SPECIFIED, readonly string[]][]) {
      const isOpen = tiers.includes(tier);
      expect([feature, planGate({ plan: unpaid(tier), feature }).ok]).toEqual([feature, isOpen]);
      for (const right of (Object.keys(rights) as Right[]).filter((one) => rights[one].plan === feature))
        expect([right, rightGate({ right, who: { ...everybody, plan: unpaid(tier) } }).ok]).toEqual([right, isOpen]);
    }
    const figures = SPECIFIED.analytics.includes(tier);
    for (const screen of ["analytics", "popular-searches", "search-latency", "geo-distribution", "analytics/report"])
      expect([screen, (await at(screen, tier)).status]).toEqual([screen, figures ? 200 : 402]);
    // What tells of the server, and takes access away, is there on any plan.
    for (const screen of ["monitoring", "data-usage", "shared-links"])
      expect([screen, (await at(screen, tier)).status]).toEqual([screen, 200]);
    expect((await at("rules", tier)).data?.gate.ok).toBe(SPECIFIED.rules.includes(tier));
  });

  it("what is closed is not changed by its form either, and says which plans have it", async () => {
    const refused = await at(`rules/${kept}/delete`, "arc-basic", { intent: "delete", confirm: "Kept" });
    expect(refused.status).not.toBe(302);
    expect((await backend.call("GET", `/_rule/${kept}`)).status).toBe(200);
    const page = await at("analytics", "arc-basic");
    expect(page.thrown).toMatchObject({
      failure: { kind: "plan", status: 402, missing: "Analytics is not part of this server's plan" },
    });
    expect((await at("analytics", "free")).status).toBe(402);
  });
});
