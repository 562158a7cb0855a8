import { afterAll, expect } from "vitest";
import { playFunctions, someFunctions } from "../../../setup/played-functions";
import { journeys, useProduct, useSharedProduct } from "../../support/journey";
import { followMore } from "../../support/more";
import { signIn } from "../../support/sign-in";

const server = await playFunctions();
afterAll(() => server.close());

journeys(useSharedProduct())("says that this server has no functions", async ({ page, product }) => {
  await signIn({ page, product, at: "/cluster/rules/functions" });
  await page.getByText("has no functions").waitFor();
  await page.getByRole("main").getByRole("link", { name: "Rules", exact: true }).click();
  await page.getByRole("heading", { name: "Rules", level: 1 }).waitFor();
  expect(await page.getByRole("link", { name: "Functions" }).count()).toBe(0);
});

journeys(useProduct({ env: { SEARCH_URL: server.url } }))(
  "lists functions, moves one, switches one off, and deletes it",
  async ({ page, product }) => {
    server.played.functions = someFunctions();
    await signIn({ page, product: { ...product, ...server.behind, url: product.url }, at: "/cluster/rules" });
    await page.getByRole("link", { name: "Functions" }).click();
    await page.getByRole("button", { name: "Move up other" }).click();
    await page.getByText("Function other moved.").waitFor();
    await expect.poll(() => page.getByRole("row").nth(1).innerText()).toContain("other");
    await page.getByRole("button", { name: "Switch off greet" }).click();
    await page.getByText("Function greet switched off.").waitFor();
    await page.getByRole("button", { name: "Switch on greet" }).waitFor();

    await page.getByRole("link", { name: "greet", exact: true }).click();
    await page.getByText("said hello").waitFor();
    await followMore(page, "Delete…");
    await page.getByRole("link", { name: "Hello", exact: true }).waitFor();
    await page.getByLabel("Type greet to confirm").fill("greet");
    await page.getByRole("button", { name: "Delete function" }).click();
    await page.getByText("Function greet deleted.").waitFor();
    await expect.poll(() => page.getByRole("link", { name: "greet", exact: true }).count()).toBe(0);
    expect([...server.played.functions.keys()]).toEqual(["other"]);
  },
);
