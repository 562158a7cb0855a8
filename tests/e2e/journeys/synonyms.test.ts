import { expect } from "vitest";
import { journeys, useSharedProduct } from "../support/journey";
import { signIn } from "../support/sign-in";

const journey = journeys(useSharedProduct());

journey("adds synonyms, uploads more, applies them, finds by them, and takes all of them back", async ({ page, product, own }) => {
  const index = `synonyms-${own}`;
  await product.call("PUT", `/${index}/_doc/1?refresh=true`, { name: "Red sneaker" });
  await signIn({ page, product, at: `/app/${index}/synonyms` });
  await page.getByText("No synonyms yet").waitFor();
  await page.getByRole("link", { name: "Add synonyms" }).click();
  await page.getByRole("textbox", { name: "Groups" }).fill("alone");
  await page.getByRole("button", { name: "Review", exact: true }).click();
  await page.getByText("A group needs at least two different words").filter({ visible: true }).first().waitFor();
  await page.getByRole("textbox", { name: "Groups" }).fill("Sneaker, trainer\ntv => television");
  await page.getByRole("button", { name: "Review", exact: true }).click();
  await page.getByText("2 new groups").waitFor();
  await page.getByRole("button", { name: "Save synonyms" }).click();
  await page.getByText("Synonyms saved.").waitFor();
  await page.getByText("2 groups not in use yet").waitFor();

  await page.getByRole("link", { name: "Add synonyms" }).click();
  await page.locator('input[type="file"]').setInputFiles({ name: "more.csv", mimeType: "text/csv", buffer: Buffer.from('trainer,"running shoe"\nalone\n') });
  await page.getByRole("button", { name: "Review file" }).click();
  await page.getByText("1 group merged").waitFor();
  await page.getByText("Line 2, “alone”").waitFor();
  await page.getByRole("button", { name: "Save synonyms" }).click();
  await page.getByRole("cell", { name: "sneaker,trainer,running shoe" }).first().waitFor();

  await page.getByRole("link", { name: "Apply the synonyms" }).click();
  await page.getByRole("button", { name: "Apply synonyms" }).click();
  await page.getByText(`${index} uses what is listed.`).waitFor();
  const query = { query: { match: { "name.synonyms": "trainer" } } };
  expect((await product.call("POST", `/${index}/_search`, query)).body).toMatchObject({ hits: { total: { value: 1 } } });

  await page.getByRole("link", { name: "Delete all…" }).click();
  await page.getByLabel(`Type ${index} to confirm`).fill(index);
  await page.getByRole("button", { name: "Delete 2 groups" }).click();
  await page.getByText("2 groups deleted.").waitFor();
  await page.getByText("2 groups in use and not listed here").waitFor();
  await page.goto(`/app/${index}/changes`);
  await page
    .getByRole("link", { name: /Deleted synonyms/ })
    .first()
    .click();
  await page.getByRole("link", { name: "Undo…" }).click();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await page.getByText("Undone: deleted synonyms").waitFor();
  await page.goto(`/app/${index}/synonyms?q=TV`);
  await page.getByRole("cell", { name: "tv => television" }).first().waitFor();
});
