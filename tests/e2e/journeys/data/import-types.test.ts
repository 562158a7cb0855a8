import { expect } from "vitest";
import { journeys, useProduct } from "../../support/journey";
import { signIn } from "../../support/sign-in";

const getProduct = useProduct();
const journey = journeys(getProduct);

journey("tells what does not fit a type that was chosen, then imports the rest", async ({ page, product, own }) => {
  const index = `codes-${own}`;
  await signIn({ page, product, at: `/app/${index}/import` });
  await page.getByLabel("Rows", { exact: true }).fill("code,town\n12,Bonn\nA7,Köln\n34,Mainz\nB9,Trier\n");
  await page.getByRole("button", { name: "Use pasted data" }).click();
  await page.getByRole("heading", { name: "Fields of Pasted rows" }).waitFor();
  await page.getByLabel("Type of code").selectOption("long");
  await page.getByRole("button", { name: "Start import" }).click();
  await page
    .getByText("2 of the first 4 rows will fail: “A7” is not a whole number.")
    .filter({ visible: true })
    .first()
    .waitFor();
  expect((await product.call("GET", `/${index}`)).status).toBe(404);
  await page.getByRole("button", { name: "Start import" }).click();
  await page.getByText("Done, but some rows failed.").waitFor({ timeout: 90_000 });
  expect((await product.call("GET", `/${index}/_count`)).body).toMatchObject({ count: 2 });
});
