import { expect } from "vitest";
import { journeys, useProduct } from "../support/journey";
import { signIn } from "../support/sign-in";

const journey = journeys(useProduct());

journey("changes search, aggregations and results in a draft, reviews and deploys it, and resets", async ({ page, product, own }) => {
  const index = `relevance-${own}`;
  const mappings = { properties: { name: { type: "text" }, brand: { type: "keyword" } } };
  await product.call("PUT", `/${index}`, { mappings });
  await signIn({ page, product, at: `/app/${index}/search` });
  await page.getByRole("heading", { name: "Search", level: 1 }).waitFor();
  await page.getByLabel("Add to weights").fill("name");
  await page.getByRole("button", { name: "Add field" }).click();
  await page.getByText("1 change waits").waitFor();
  await page.getByLabel("name", { exact: true }).fill("3");
  await page.getByLabel("All words").check();
  await page.getByRole("button", { name: "Save draft" }).click();
  await page.getByText("2 changes wait").waitFor();
  await page.goto(`/app/${index}/aggs`);
  await page.getByLabel("Add to fields").fill("brand");
  await page.getByRole("button", { name: "Add field" }).click();
  await page.getByText("3 changes wait").waitFor();
  await page.goto(`/app/${index}/results`);
  await page.getByLabel("Page size").fill("20");
  await page.getByRole("button", { name: "Save draft" }).click();
  await page.getByText("4 changes wait").waitFor();
  expect((await product.call("GET", `/_searchrelevancy/${index}`)).status).toBe(404);

  await page.getByRole("link", { name: "Review", exact: true }).click();
  await page.getByRole("button", { name: "Deploy 4 changes" }).click();
  await page.getByText("Settings deployed.").waitFor();
  expect((await product.call("GET", `/_searchrelevancy/${index}`)).body).toMatchObject({
    search: { dataField: ["name"], fieldWeights: ["3.0"], queryFormat: "and" },
    aggregations: { dataField: { brand: "term" } },
    results: { size: 20 },
  });

  await page.getByRole("link", { name: "Reset to default…" }).click();
  await page.getByRole("button", { name: "Reset to default" }).click();
  await page.getByText(`Settings of ${index} reset to default.`).waitFor();
  expect((await product.call("GET", `/_searchrelevancy/${index}`)).status).toBe(404);
});
