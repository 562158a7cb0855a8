import { expect } from "vitest";
import { journeys, useSharedProduct } from "../../support/journey";
import { signIn } from "../../support/sign-in";

const journey = journeys(useSharedProduct());

journey(
  "sets popular suggestions, reviews and saves them, sees them in the preview, and takes the save back",
  async ({ page, product, mode, own }) => {
    const index = `suggest-${own}`;
    const sale = `sale ${own}`;
    await product.call(
      "POST",
      `/${index}/_bulk?refresh=true`,
      `{"index":{}}\n${JSON.stringify({ title: "Snow boot" })}\n`,
    );
    await product.call("PUT", "/_popular_suggestions/preferences", {
      numberOfDays: 30,
      minCount: 1,
      minHits: 5,
      minChars: 3,
      size: 5,
    });
    await signIn({ page, product, at: "/cluster/suggestions" });
    await page.getByRole("heading", { name: "Suggestions" }).waitFor();
    // Beside the settings: what a shopper is offered.
    await page.getByLabel("A shopper types").fill("snow");
    await page.getByLabel("In the index").selectOption(index);
    await page.getByRole("button", { name: "Show", exact: true }).click();
    await page.getByRole("list", { name: "Suggestions" }).getByText("Snow boot").waitFor();
    await page.getByLabel("Look-back period (days)").fill("91");
    await page.getByRole("button", { name: "Review changes" }).click();
    if (mode === "js")
      await page.getByText("Enter a whole number from 1 to 90.").filter({ visible: true }).first().waitFor();
    await page.getByLabel("Look-back period (days)").fill("60");
    const external = mode === "js" ? page.locator(".cm-content") : page.getByLabel("External suggestions");
    await external.fill(`[{ "key": "${sale}", "count": 40 }]`);
    await page.getByRole("button", { name: "Review changes" }).click();
    await page.getByText("Nothing is saved yet").waitFor();
    await page.getByText('"numberOfDays": 60').first().waitFor();
    await page.getByRole("button", { name: "Save suggestion preferences" }).click();
    await page.getByText("Suggestion preferences saved.").waitFor();
    expect((await product.call("GET", "/_popular_suggestions/preferences")).body).toMatchObject({ numberOfDays: 60 });

    await page.getByRole("link", { name: "Preview", exact: true }).click();
    await page.getByLabel("Text").fill("snow");
    await page.locator('select[name="index"]').selectOption(index);
    await page.getByRole("button", { name: "Suggest" }).click();
    await page.getByRole("cell", { name: "Snow boot" }).first().waitFor();
    // They are collected after the answer to the save.
    await expect
      .poll(
        async () => {
          await page.goto(`/cluster/suggestions/preview?q=sale&index=${index}`);
          return page.getByRole("cell", { name: sale }).count();
        },
        { timeout: 20_000 },
      )
      .toBeGreaterThan(0);

    await page.goto("/cluster/suggestions");
    await page.getByRole("link", { name: "Browse data" }).click();
    await page.getByText(sale).first().waitFor();

    await page.goto("/cluster/changes");
    await page
      .getByRole("link", { name: /Updated suggestion preferences/ })
      .first()
      .click();
    await page.getByRole("link", { name: "Undo…" }).click();
    await page.getByText("Not changed since.").waitFor();
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await page.getByText("Restored suggestion preferences").waitFor();
    expect((await product.call("GET", "/_popular_suggestions/preferences")).body).toMatchObject({ numberOfDays: 30 });
  },
);

journey("gives a search box featured suggestions, and removes them", async ({ page, product, mode, own }) => {
  const box = `box-${own}`;
  const index = `featured-${own}`;
  await product.call("PUT", `/${index}/_doc/odd-id-1?refresh=true`, { title: `Lantern ${own}` });
  await signIn({ page, product, at: "/cluster/suggestions/featured" });
  // Folded where boxes of other journeys are there to choose from.
  const other = page.locator("summary", { hasText: "New search box" });
  if (await other.isVisible()) await other.click();
  await page.getByLabel("Name", { exact: true }).fill(box);
  await page.getByRole("button", { name: "Open" }).click();
  await page.getByRole("heading", { name: `Featured suggestions of ${box}` }).waitFor();
  // A document by its title: it is put among the suggestions, and nothing is saved.
  await page.getByLabel("Add a document").fill("lantern");
  await page.locator('select[name="index"]').selectOption(index);
  await page.getByRole("button", { name: "Find", exact: true }).click();
  await page.getByRole("button", { name: `Add Lantern ${own}` }).click();
  await page.getByRole("region", { name: "Section Featured" }).getByText(`Lantern ${own}`).waitFor();
  await page.getByLabel("Add a suggestion").fill("Sale");
  await page.getByLabel("Leads to").fill("/sale");
  await page.getByRole("button", { name: "Add suggestion" }).click();
  await page.getByRole("button", { name: "Move up Sale of Featured" }).click();
  await page.getByRole("button", { name: `Remove Lantern ${own} of Featured` }).click();
  await page
    .getByRole("region", { name: "Section Featured" })
    .getByText(`Lantern ${own}`)
    .waitFor({ state: "detached" });
  await page.getByText("Advanced: JSON").click();
  await page.getByText('"label": "Sale"').first().waitFor();
  const text =
    mode === "js" ? page.locator(".cm-content") : page.getByRole("textbox", { name: "Featured suggestions" });
  await text
    .first()
    .fill(
      '{ "sections": [{ "id": "help", "label": "Help", "suggestions": [{ "label": "Returns", "url": "/returns" }] }] }',
    );
  await page.getByRole("button", { name: "Review changes" }).click();
  await page.getByRole("button", { name: "Save featured suggestions" }).click();
  await page.getByText("Featured suggestions saved.").waitFor();
  await page.goto(`/cluster/suggestions/preview?box=${box}`);
  await page.getByRole("cell", { name: "Returns" }).first().waitFor();
  await page.goto("/cluster/suggestions/featured");
  await page.getByRole("link", { name: box, exact: true }).click();
  await page.getByRole("link", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete featured suggestions" }).click();
  await page.getByText(`Featured suggestions ${box} deleted.`).waitFor();
  expect((await product.call("GET", `/_featured_suggestions_group/${box}`)).body).toMatchObject({ sections: [] });
});

journey("compares how good the results of graded terms are", async ({ page, product, own }) => {
  const index = `graded-${own}`;
  await product.call("PUT", `/${index}/_doc/1?refresh=true`, { title: "Snow boot" });
  await product.call("PUT", `/_grade/${index}`, { query: "snow boot", docs: { 1: 3 } });
  await product.call("PUT", `/graded-too-${own}/_doc/1?refresh=true`, { title: "Snow shoe" });
  await signIn({ page, product, at: `/cluster/grade-evaluation?index=graded-too-${own}` });
  await page.locator('select[name="index"]').selectOption(index);
  await page.getByRole("button", { name: "Add index" }).click();
  await page.getByRole("cell", { name: "snow boot" }).first().waitFor();
  await page.getByRole("link", { name: `1.00, preview in ${index}` }).click();
  await page.waitForURL(new RegExp(`/app/${index}/search-preview`));
});
