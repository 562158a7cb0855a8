import { expect } from "vitest";
import { journeys, useProduct } from "../../support/journey";
import { signIn } from "../../support/sign-in";

const journey = journeys(useProduct());

journey("changes the number of shards by a re-index", async ({ page, product, own }) => {
  const index = `shards-${own}`;
  await product.call("PUT", `/${index}/_doc/1?refresh=true`, { title: "Metropolis" });
  await signIn({ page, product, at: `/app/${index}/index-settings` });
  await page.getByText("no replica can be added").waitFor();
  await page.getByLabel("Number of shards").fill("2");
  await page.getByRole("button", { name: "Review re-index" }).click();
  await page.getByRole("heading", { name: `Re-index ${index} in place?` }).waitFor();
  await page.getByRole("button", { name: "Re-index", exact: true }).click();
  await page.getByText(`Index ${index} is being re-indexed.`).waitFor();
  await expect
    .poll(async () => JSON.stringify((await product.call("GET", `/${index}/_settings`)).body))
    .toContain('"number_of_shards":"2"');
});
