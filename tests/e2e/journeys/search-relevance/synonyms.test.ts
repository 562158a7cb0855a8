import { expect } from "vitest";
import { journeys, useSharedProduct } from "../../support/journey";
import { signIn } from "../../support/sign-in";

const journey = journeys(useSharedProduct());

journey(
  "adds synonyms, tries and publishes them, uploads more, finds by them, and takes all of them back",
  async ({ page, product, own }) => {
    const index = `synonyms-${own}`;
    await product.call("PUT", `/${index}/_doc/1?refresh=true`, { name: "Red sneaker" });
    await signIn({ page, product, at: `/app/${index}/synonyms` });
    await page.getByText("No synonyms yet").waitFor();
    await page.getByRole("link", { name: "Add synonyms" }).click();
    await page.getByLabel("Words", { exact: true }).fill("alone");
    await page.getByRole("button", { name: "Review", exact: true }).click();
    await page.getByText("A group needs at least two different words").filter({ visible: true }).first().waitFor();
    await page.getByText("Paste many").click();
    await page.getByRole("textbox", { name: "Groups" }).fill("Sneaker, trainer\ntv => television");
    await page.getByRole("button", { name: "Review groups" }).click();
    await page.getByText("2 new groups").waitFor();
    // The first word is tried at once.
    await page.getByRole("heading", { name: "With these groups" }).waitFor();
    await page.getByRole("textbox", { name: "Search for" }).or(page.getByRole("searchbox")).first().fill("trainer");
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await page.getByRole("heading", { name: "With these groups" }).waitFor();
    await page.getByText("Red sneaker").first().waitFor();
    await page.getByRole("button", { name: "Publish synonyms" }).click();
    await page.getByText("Synonyms published.").waitFor();
    const found = async () =>
      (
        await product.call("POST", `/${index}/_reactivesearch`, {
          query: [{ id: "r", dataField: "name", value: "trainer" }],
        })
      ).body;
    expect(await found()).toMatchObject({ r: { hits: { total: { value: 1 } } } });

    await page.getByRole("link", { name: "Add synonyms" }).click();
    await page.getByText("Upload file").click();
    await page.locator('input[type="file"]').setInputFiles({
      name: "more.csv",
      mimeType: "text/csv",
      buffer: Buffer.from('trainer,"running shoe"\nalone\n'),
    });
    await page.getByRole("button", { name: "Review file" }).click();
    await page.getByText("1 group merged").waitFor();
    await page.getByText("Line 2, “alone”").waitFor();
    await page.getByRole("button", { name: "Publish synonyms" }).click();
    await page
      .getByRole("cell", { name: /sneaker.*trainer.*running shoe/ })
      .first()
      .waitFor();

    await page.getByText("2 groups, all applied").waitFor();
    await page.getByRole("cell", { name: "One-way" }).waitFor();
    await page.getByText("in force").first().waitFor();
    await page.locator('summary[aria-label^="Actions for"]').first().waitFor();

    await page.locator("summary", { hasText: /^More/ }).click();
    await page.getByRole("link", { name: "Delete all…" }).click();
    await page.getByLabel(`Type ${index} to confirm`).fill(index);
    await page.getByRole("button", { name: "Delete 2 groups" }).click();
    await page.getByText("2 groups deleted.").waitFor();
    expect(await found()).toMatchObject({ r: { hits: { total: { value: 0 } } } });
    await page.goto(`/app/${index}/changes`);
    await page
      .getByRole("link", { name: /Deleted synonyms/ })
      .first()
      .click();
    await page.getByRole("link", { name: "Undo…" }).click();
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await page.getByText("Restored synonyms").first().waitFor();
    await page.goto(`/app/${index}/synonyms?q=TV`);
    await page
      .getByRole("cell", { name: /tv.*television/ })
      .first()
      .waitFor();
  },
);
