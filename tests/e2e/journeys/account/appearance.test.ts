import { expect } from "vitest";
import { hydrated } from "../../support/hydrated";
import { journeys, useSharedProduct } from "../../support/journey";
import { signIn } from "../../support/sign-in";
import { visit } from "../../support/visit";

const journey = journeys(useSharedProduct());

const backgroundOf = `[document.body, document.documentElement].map((element) => getComputedStyle(element).backgroundColor).join()`;

journey("keeps the chosen theme", async ({ page, product, mode }) => {
  await signIn({ page, product });
  await visit(page, "/account/preferences");
  const bright = await page.evaluate(backgroundOf);
  await page.getByLabel("Dark", { exact: true }).check();
  await page.getByRole("button", { name: "Save preferences" }).click();
  await page.getByText("Preferences saved.").waitFor();
  // The message may be there before the rest of the page is.
  await expect.poll(() => page.evaluate(backgroundOf)).not.toBe(bright);
  await expect.poll(() => page.getByLabel("Dark", { exact: true }).isChecked()).toBe(true);
  if (mode === "js") {
    const dark = await page.evaluate(backgroundOf);
    await page.emulateMedia({ colorScheme: "light" });
    expect(await page.evaluate(backgroundOf)).toBe(dark);
    await page.getByLabel("Light", { exact: true }).check();
    await page.getByRole("button", { name: "Save preferences" }).click();
    await page.getByText("Preferences saved.").waitFor();
    await expect.poll(() => page.evaluate(backgroundOf)).toBe(bright);
  }
});

journey(
  "first steps can be dismissed and brought back, and go with the first document",
  async ({ page, product, own }) => {
    await signIn({ page, product });
    const steps = page.getByRole("heading", { name: "First steps" });
    const index = `steps-${own}`;
    expect((await product.call("PUT", `/${index}`)).status).toBe(200);
    await visit(page, `/app/${index}`);
    await page.getByRole("button", { name: "Dismiss" }).click();
    await steps.waitFor({ state: "detached" });
    await visit(page, `/app/${index}`);
    expect(await steps.count()).toBe(0);

    await visit(page, "/account/preferences");
    await page.getByLabel("Show first steps").check();
    await page.getByRole("button", { name: "Save preferences" }).click();
    await page.getByText("Preferences saved.").waitFor();
    await visit(page, `/app/${index}`);
    await steps.waitFor();
    await product.call("PUT", `/${index}/_doc/1?refresh=true`, { title: "Heat" });
    await visit(page, `/app/${index}`);
    expect(await steps.count()).toBe(0);
  },
);

journey("one section of the sidebar is open, and the entry of the page in view", async ({ page, product, mode }) => {
  await signIn({ page, product });
  const menu = page.getByRole("navigation", { name: "Sections" });
  const open = () => menu.locator("details[name=sections][open] > summary").allInnerTexts();
  expect(await open(), "at first").toEqual(["Data"]);
  await menu.locator("summary", { hasText: "Access control" }).click();
  expect(await open()).toEqual(["Access control"]);
  await page.setViewportSize({ width: 1200, height: 420 });
  await visit(page, "/cluster/data-usage");
  expect(await open()).toEqual(["Analytics"]);
  // Only a script can scroll to it.
  if (mode !== "js") return;
  await hydrated(page);
  const entry = await menu.locator("[aria-current=page]").boundingBox();
  expect((entry?.y ?? 0) + (entry?.height ?? 0)).toBeLessThanOrEqual(420);
});

journey("sends pages without any script in lite mode, and with them again after it", async ({ page, product }) => {
  await signIn({ page, product });
  await visit(page, "/account/preferences");
  await page.getByLabel("Always").check();
  await page.getByRole("button", { name: "Save preferences" }).click();
  await page.getByText("Preferences saved.").waitFor();
  const lite = await (await visit(page, "/cluster"))?.text();
  expect(lite).toContain("<h1");
  expect(lite).not.toMatch(/<script|modulepreload/);

  await visit(page, "/account/preferences");
  await page.getByLabel("Never").check();
  await page.getByRole("button", { name: "Save preferences" }).click();
  await page.getByText("Preferences saved.").waitFor();
  expect(await (await visit(page, "/cluster"))?.text()).toMatch(/<script/);
});

journey(
  "sends pages without any script to a browser that saves data",
  async ({ page }) => {
    expect(await (await visit(page, "/login"))?.text()).not.toMatch(/<script|modulepreload/);
  },
  { extraHTTPHeaders: { "Save-Data": "on" } },
);
