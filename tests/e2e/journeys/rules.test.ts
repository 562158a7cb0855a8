import { expect } from "vitest";
import { journeys, useProduct } from "../support/journey";
import { signIn } from "../support/sign-in";

const journey = journeys(useProduct());

journey("makes a rule, promotes a document found in the form, tests it, saves it, switches it off and deletes it", async ({ page, product, own }) => {
  const index = `rules-${own}`;
  const name = `Boots first ${own}`;
  const shoes = ["Snow boot", "Rain boot", "Summer sandal"].map((title) => `{"index":{}}\n${JSON.stringify({ title })}\n`).join("");
  await product.call("POST", `/${index}/_bulk?refresh=true`, shoes);
  await signIn({ page, product, at: "/cluster/rules" });
  await page.getByRole("link", { name: "Create rule" }).click();
  await page.getByRole("heading", { name: "Create rule" }).waitFor();
  await page.getByLabel("Rule name").fill(name);
  await page.getByLabel("Indices").fill(index);
  await page.getByLabel("Query", { exact: true }).selectOption("contains");
  await page.getByRole("button", { name: "Create rule" }).click();
  await page.getByText("Either dataField value or query is needed").filter({ visible: true }).first().waitFor();

  await page.getByLabel("Query text").fill("boot");
  await page.getByLabel("Find a document").fill("sandal");
  await page.getByLabel("In the index").fill(index);
  await page.getByRole("button", { name: "Find", exact: true }).click();
  await page.getByRole("button", { name: "Promote Summer sandal" }).click();
  await page.getByLabel("Position of Summer sandal").waitFor();
  await page.getByLabel("Search for").fill("boot");
  await page.getByLabel("Search in").fill(index);
  await page.getByRole("button", { name: "Test rule" }).click();
  await page.getByText("Rule fired").waitFor();
  await page.getByText("promoted", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Create rule" }).click();
  await page.getByText(`Rule ${name} created.`).waitFor();
  const query = { query: [{ id: "s", dataField: ["title"], value: "boot" }] };
  expect((await product.call("POST", `/${index}/_reactivesearch`, query)).body).toMatchObject({
    s: { promoted: [{ doc: { _source: { title: "Summer sandal" } } }] },
  });

  await page.getByLabel("Description").fill("For the winter");
  await page.getByRole("button", { name: "Review changes" }).click();
  await page.getByText("For the winter").first().waitFor();
  await page.getByRole("button", { name: "Save rule" }).click();
  await page.getByText("Rule saved.").waitFor();

  await page.goto(`/cluster/rules?q=${own}`);
  await page.getByRole("button", { name: `Switch off ${name}` }).click();
  await page.getByRole("button", { name: `Switch on ${name}` }).waitFor();
  await page.getByRole("link", { name, exact: true }).click();
  await page.getByText("This rule is off.").waitFor();
  await page.getByRole("link", { name: "Delete…" }).click();
  await page.getByRole("button", { name: "Delete rule" }).click();
  await page.getByText(`Rule ${name} deleted.`).waitFor();
});
