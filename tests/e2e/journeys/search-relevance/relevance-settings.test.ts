import { expect } from "vitest";
import { journeys, useSharedProduct } from "../../support/journey";
import { signIn } from "../../support/sign-in";

const journey = journeys(useSharedProduct());

journey(
  "changes search, aggregations and results in a draft, reviews and deploys it, and resets",
  async ({ page, product, own }) => {
    const index = `relevance-${own}`;
    const mappings = { properties: { name: { type: "text" }, brand: { type: "keyword" } } };
    await product.call("PUT", `/${index}`, { mappings });
    await signIn({ page, product, at: `/app/${index}/search` });
    await page.getByRole("heading", { name: "Search", level: 1 }).waitFor();
    await page.getByLabel("Add a field to search").fill("name");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByText("1 pending change").waitFor();
    await page.getByLabel("name", { exact: true }).fill("3");
    await page.getByLabel("Match").selectOption("All words");
    await page.getByRole("button", { name: "Save draft" }).click();
    await page.getByText("2 pending changes").waitFor();
    await page.goto(`/app/${index}/aggs`);
    await page.getByLabel("Add a field to count").fill("brand");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByText("3 pending changes").waitFor();
    await page.goto(`/app/${index}/results`);
    await page.getByLabel("Page size").fill("20");
    await page.getByRole("button", { name: "Save draft" }).click();
    await page.getByText("4 pending changes").waitFor();
    expect((await product.call("GET", `/_searchrelevancy/${index}`)).status).toBe(404);

    await page.getByRole("link", { name: "Review", exact: true }).click();
    await page.getByRole("button", { name: "Publish 4 changes" }).click();
    await page.getByText("Settings published.").waitFor();
    expect((await product.call("GET", `/_searchrelevancy/${index}`)).body).toMatchObject({
      search: { dataField: ["name"], fieldWeights: ["3.0"], queryFormat: "and" },
      aggregations: { dataField: { brand: "term" } },
      results: { size: 20 },
    });

    await page.getByRole("link", { name: "Reset to default…" }).click();
    await page.getByRole("button", { name: "Reset to default" }).click();
    await page.getByText(`Settings of ${index} reset to default.`).waitFor();
    expect((await product.call("GET", `/_searchrelevancy/${index}`)).status).toBe(404);
  },
);

journey(
  "chooses what is searched: fields, their sub-fields, rank features; and which fields results have",
  async ({ page, product, own }) => {
    const index = `relevance-rows-${own}`;
    const title = { type: "text", fields: { lang: { type: "text" }, search: { type: "text" } } };
    await product.call("PUT", `/${index}`, { mappings: { properties: { title, votes: { type: "rank_feature" } } } });
    await signIn({ page, product, at: `/app/${index}/search` });
    await page.getByRole("button", { name: "Add all 1 made for search" }).click();
    // With the sub-fields that make all settings act.
    await page.getByText("3 pending changes").waitFor();
    await page.getByLabel("title", { exact: true }).fill("5");
    await page.getByText("Sub-fields: .lang, .search").waitFor();
    await page.getByLabel("Add a rank feature").fill("votes");
    await page.getByLabel("Add a rank feature").press("Enter");
    await page.getByText("4 pending changes").waitFor();
    expect(Number(await page.getByLabel("Weight of title.lang").inputValue())).toBeGreaterThan(0);
    expect(await page.getByLabel("Exponent of votes").isVisible()).toBe(false);
    await page.getByLabel("votes", { exact: true }).selectOption("Sigmoid");
    expect(await page.getByLabel("Exponent of votes").isVisible()).toBe(true);
    // "Draft saved." stands there already, from the button before.
    const saved = page.waitForResponse((response) => response.request().method() === "POST");
    await page.getByRole("button", { name: "Save draft" }).click();
    await saved;
    await page.goto(`/app/${index}/search/review`);
    await page.getByText("Sigmoid, pivot 1.0, exponent 0.5, boost 1.0").waitFor();
    await page.goto(`/app/${index}/search`);
    await page.getByRole("button", { name: "Remove title" }).click();
    await page.getByText("1 pending change").waitFor();
    await page.goto(`/app/${index}/results`);
    expect(await page.getByLabel("Exclude fields").isVisible()).toBe(false);
    await page.getByLabel("All but these").check();
    await expect.poll(() => page.getByLabel("Exclude fields").isVisible()).toBe(true);
    await page.getByRole("link", { name: "Discard…" }).click();
    await page.getByRole("button", { name: "Discard draft" }).click();
    await page.getByText("Draft discarded.").waitFor();
  },
);

journey("returns to an earlier version by a draft that is deployed", async ({ page, product, own }) => {
  const index = `relevance-back-${own}`;
  await product.call("PUT", `/${index}`, {});
  await product.call("PUT", `/_searchrelevancy/${index}`, { results: { size: 20 } });
  await signIn({ page, product, at: `/app/${index}/results` });
  await page.getByLabel("Page size").fill("30");
  await page.getByRole("button", { name: "Save draft" }).click();
  await page.getByRole("link", { name: "Review", exact: true }).click();
  await page.getByLabel("Note for version 2 (optional)").fill("Longer pages");
  await page.getByRole("button", { name: "Publish 1 change" }).click();
  await page.getByText("Settings published.").waitFor();

  await page.goto(`/app/${index}/search/versions`);
  await page.getByRole("row", { name: /Version 2.*Live.*Longer pages/ }).waitFor();
  await page.getByRole("link", { name: "Version 1", exact: true }).click();
  await page.getByRole("button", { name: "Restore this version…" }).click();
  await page.getByText("Version 1 is in your draft. Nothing is published yet.").waitFor();
  await page.getByRole("button", { name: "Publish 1 change" }).click();
  await page.getByText("Settings published.").waitFor();
  expect((await product.call("GET", `/_searchrelevancy/${index}`)).body).toMatchObject({ results: { size: 20 } });
});
