import { expect } from "vitest";
import * as z from "zod";
import { journeys, useProduct } from "../../support/journey";
import { signIn } from "../../support/sign-in";

const journey = journeys(useProduct());
const IdSchema = z.object({ query_id: z.string() });

journey(
  "moves an insight through its lists, deletes it and undoes that, and opens the report that it is about",
  async ({ page, product, own }) => {
    const index = `insight-${own}`;
    await product.call("PUT", `/${index}/_doc/1?refresh=true`, { title: "Desk lamp" });
    const { query_id: id } = IdSchema.parse(
      (await product.call("PUT", `/${index}/_analytics/search`, { query: "lmap", total_hits: 0 })).body,
    );
    // Insights are about the month before, and calls record what happens now.
    const lastMonth = new Date();
    lastMonth.setUTCDate(0);
    await product.call("POST", `/.analytics/_update/${id}?refresh=true`, {
      doc: { timestamp: lastMonth.toISOString() },
    });

    await signIn({ page, product, at: `/app/${index}/analytics` });
    await page.getByText("More", { exact: true }).first().click();
    await page.getByRole("link", { name: "Insights", exact: true }).click();
    await page.getByRole("heading", { name: "Insights", level: 1 }).waitFor();
    const insight = page.getByRole("article", { name: "1 search found nothing" });
    await insight.getByRole("link", { name: "View the report" }).click();
    await page.getByRole("heading", { name: "No results searches", level: 1 }).waitFor();
    await page.getByRole("link", { name: "lmap" }).waitFor();

    await page.goto(`/app/${index}/analytics?insights-sidebar=true`);
    await insight.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved: 1 search found nothing.").waitFor();
    await page.getByRole("link", { name: "Saved (1)" }).click();
    await insight.getByRole("button", { name: "Remove from saved" }).click();
    await page.getByText("Removed from saved: 1 search found nothing.").waitFor();
    await page.getByRole("link", { name: "Read (1)" }).click();
    await insight.getByRole("link", { name: "Delete…" }).click();
    await page.getByRole("button", { name: "Delete insight" }).click();
    await page.getByText("Deleted: 1 search found nothing.").waitFor();
    await page.getByRole("link", { name: "Undo" }).first().click();
    await page.getByText("It comes back under Read.").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("link", { name: "Read (1)" }).waitFor();
  },
);

journey("reads how the engine is, and what its indices take", async ({ page, product, own }) => {
  const index = `usage-${own}`;
  await product.call("PUT", `/${index}/_doc/1?refresh=true`, { title: "Desk lamp" });
  await signIn({ page, product, at: "/cluster/monitoring" });
  await page.getByText("Online", { exact: true }).waitFor();
  await page.getByRole("region", { name: "Nodes" }).getByText("searchdeck").waitFor();
  await page.getByRole("link", { name: "1 hour" }).click();
  await page.waitForURL(/time=now-1h/);
  await page.getByText("What the marks mean").click();
  await page.getByText("its indices become read-only").waitFor();
  await page.getByRole("link", { name: "Refresh" }).click();
  await page.getByRole("heading", { name: "Monitoring", level: 1 }).waitFor();

  await page.goto(`/cluster/data-usage?q=${index}`);
  await page.getByText("keeps no record of their growth").waitFor();
  expect(await page.getByRole("row", { name: new RegExp(index) }).textContent()).toMatch(/1[\d.]+ B/);
});

journey("reads what visitors asked the AI, and how long pipelines take", async ({ page, product, own }) => {
  const now = Date.now();
  const messages = [
    { role: "user", content: `Which lamp, ${own}?` },
    { role: "assistant", content: "<b>The desk lamp</b>" },
  ];
  const session = {
    session_id: `ai-${own}`,
    user_id: own,
    useful: true,
    messages,
    created_at: now,
    updated_at: now,
    timestamp: now,
  };
  await product.call("PUT", `/.ai_sessions/_doc/ai-${own}?refresh=true`, session);
  const run = {
    pipeline_id: `pipe-${own}`,
    version: 2,
    took: 20,
    error: false,
    timestamp: now,
    stages: [{ id: "query", took: 18, error: false, executed: true }],
  };
  await product.call("PUT", `/.pipeline_runs/_doc/${own}?refresh=true`, run);

  await signIn({ page, product, at: `/cluster/ai-insights?user=${own}` });
  await page.getByRole("link", { name: `Which lamp, ${own}?` }).click();
  await page.getByText("<b>The desk lamp</b>").waitFor();
  await page.getByRole("link", { name: "AI insights" }).last().click();
  await page.getByRole("heading", { name: "AI insights", level: 1 }).waitFor();

  await page.goto("/cluster/pipeline-insights");
  // It opens on the one that ran most.
  await page.waitForURL(/pipeline-insights\?pipeline=/);
  await page.locator("select[name=pipeline]").selectOption(`pipe-${own}`);
  await page.getByRole("button", { name: "Show" }).click();
  await page.getByRole("heading", { name: /Average time by version/ }).waitFor();
  await page.getByRole("heading", { name: /Average time by stage/ }).waitFor();
});
