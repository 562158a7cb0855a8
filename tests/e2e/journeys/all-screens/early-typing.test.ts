import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { hydrated } from "../../support/hydrated";
import { useSharedProduct, withPage } from "../../support/journey";
import { signIn } from "../../support/sign-in";
import { visit } from "../../support/visit";

const getProduct = useSharedProduct();

/** Keeps the scripts of all pages from now on back; the function that it gives lets them go. */
async function holdScripts(page: Page) {
  let letGo = () => {};
  const released = new Promise<void>((resolve) => (letGo = resolve));
  await page.route("**/build/**/*.js", async (route) => {
    await released;
    await route.continue();
  });
  await page.route("**/build/*.js", async (route) => {
    await released;
    await route.continue();
  });
  return letGo;
}

test("what is typed into a form that came back, before its scripts are there, stays", async () => {
  const product = getProduct();
  await product.call("DELETE", "/early-bird");
  await withPage({ product, mode: "js" }, async (page) => {
    await signIn({ page, product });
    await visit(page, "/cluster");
    const letGo = await holdScripts(page);
    await visit(page, "/cluster/create-index", "commit");
    await page.getByLabel("Name", { exact: true }).fill("early");
    await page.locator("summary", { hasText: "Advanced" }).click();
    await page.getByLabel(/^Settings/).fill('{ "analysis": oops');
    await page.getByLabel(/^Mappings/).fill('{ "properties": {} }');
    await page.getByRole("button", { name: "Create index" }).click({ noWaitAfter: true });
    await page
      .getByText(/line 1, column/)
      .filter({ visible: true })
      .first()
      .waitFor();

    await page.getByLabel("Name", { exact: true }).fill("early-bird");
    await page.getByLabel("Replicas").fill("3");
    await page.getByLabel(/^Settings/).fill('{ "number_of_shards": 2 }');
    await page.getByLabel(/^Mappings/).fill("");
    letGo();
    await hydrated(page);
    expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("early-bird");
    expect(await page.getByLabel("Replicas").inputValue()).toBe("3");
    // The editors that take the place of the text areas have what was typed there, too.
    await page.locator(".cm-content[aria-label^='Settings']").filter({ hasText: "number_of_shards" }).waitFor();
    expect(await page.locator("textarea[name=settings]").inputValue()).toBe('{ "number_of_shards": 2 }');
    expect(await page.locator("textarea[name=mappings]").inputValue()).toBe("");

    await page.getByRole("button", { name: "Create index" }).click();
    await page.getByText("Index early-bird created.").waitFor();
  });
});
