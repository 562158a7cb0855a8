import { expect } from "vitest";
import { logRecord, seedLogs } from "../../../setup/seeds/log";
import { journeys, useSharedProduct } from "../../support/journey";
import { signIn } from "../../support/sign-in";

const journey = journeys(useSharedProduct());

journey(
  "a search is found in the log, read stage by stage, and replayed with the same hits",
  async ({ page, product, own }) => {
    const index = `logged-${own}`;
    for (const [id, title] of ["Metropolis", "Nosferatu", "Modern Times"].entries())
      await product.call("PUT", `/${index}/_doc/${id + 1}?refresh=true`, { title });
    const search = { query: [{ id: "films", dataField: ["title"], value: "metropolis" }] };
    await product.call("POST", `/${index}/_reactivesearch`, search);
    await product.call("GET", `/${index}/_doc/none`);
    await seedLogs(
      product.call,
      Array.from({ length: 12 }, (_, n) =>
        logRecord({ id: `older-${own}-${n}`, index, at: Date.now() - (n + 5) * 60_000 }),
      ),
    );
    await signIn({ page, product, at: `/app/${index}` });
    await page.getByRole("link", { name: "Request logs" }).first().click();
    await page.getByRole("heading", { name: "Request logs" }).waitFor();
    await page.getByText(/^\d+ requests$/).waitFor();
    await page.getByRole("link", { name: "Error", exact: true }).click();
    await page.waitForURL(/filter=error/);
    await page.getByRole("link", { name: `/${index}/_doc/none` }).waitFor();

    await page.getByRole("link", { name: "Search", exact: true }).click();
    await page.waitForURL(/filter=search/);
    await page.getByText("Filters", { exact: true }).click();
    await page.getByLabel("User or credential", { exact: true }).fill("admin");
    await page.getByRole("button", { name: "Apply" }).first().click();
    await page.waitForURL(/user=admin/);
    await page.getByRole("link", { name: "Remove the filter By admin" }).waitFor();
    await page
      .getByRole("link", { name: `/${index}/_reactivesearch` })
      .first()
      .click();
    await page.getByRole("heading", { level: 1, name: /_reactivesearch/ }).waitFor();
    await page.getByText('"metropolis"').first().waitFor();
    expect(await page.getByRole("region", { name: "Headers" }).innerText()).not.toContain("Basic");
    await page.getByRole("link", { name: /^Stages/ }).click();
    await page.getByRole("heading", { name: "Request stages" }).waitFor();
    await page.getByText("_msearch").first().waitFor();

    await page.getByRole("link", { name: "Replay…" }).click();
    await page.getByText("It only reads.").waitFor();
    await page.getByRole("button", { name: "Replay" }).click();
    await page.getByText("Request replayed successfully. Reload the view to see it").waitFor();
    await page.getByText("The same 1 hit in the same order").waitFor();
  },
);

journey("next and previous, performance with links to its rows, retention", async ({ page, product, own, mode }) => {
  const index = `timed-${own}`;
  await product.call("PUT", `/${index}`);
  await seedLogs(
    product.call,
    Array.from({ length: 12 }, (_, n) => logRecord({ id: `timed-${own}-${n}`, index, at: Date.now() - n * 60_000 })),
  );
  await signIn({ page, product, at: `/app/${index}/request-logs?filter=search` });
  await page
    .getByRole("link", { name: `/${index}/_reactivesearch` })
    .first()
    .click();
  await page.getByText("1 of 12").waitFor();
  await page.getByRole("link", { name: "Next", exact: true }).click();
  await page.getByText("2 of 12").waitFor();
  await page.getByRole("navigation", { name: "List" }).getByRole("link", { name: "Request logs" }).click();
  await page.waitForURL(/filter=search/);

  await page.getByRole("link", { name: "Performance" }).click();
  const chart = page.getByRole("region", { name: "Latency", exact: true });
  await chart.getByText("Show the numbers").click();
  await expect.poll(() => chart.getByRole("columnheader").allInnerTexts()).toEqual(["Day", "p50", "p90", "p95", "p99"]);
  await page.getByRole("link", { name: "POST /:index/_reactivesearch" }).click();
  await page.waitForURL(/route=POST/);
  await page.getByText("12 requests", { exact: true }).waitFor();

  await page.goto("/cluster/request-logs/retention");
  const days = mode === "js" ? "20" : "21";
  await page.getByLabel("Days").fill(days);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Retention saved.").waitFor();
  expect(await page.getByLabel("Days").inputValue()).toBe(days);
});
