import { expect } from "vitest";
import { hydrated } from "../support/hydrated";
import { journeys, useSharedProduct } from "../support/journey";
import { signIn } from "../support/sign-in";
import { visit } from "../support/visit";

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

journey("first steps can be dismissed and brought back, and go with the first document", async ({ page, product, own }) => {
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
});

journey("a section of the sidebar stays open or closed when one goes on", async ({ page, product, mode }) => {
  await signIn({ page, product });
  const data = page.getByRole("navigation", { name: "Sections" }).locator("details", { has: page.locator("summary", { hasText: "Data" }) });
  const isOpen = () => data.evaluate((details) => (details as HTMLDetailsElement).open);
  expect(await isOpen(), "at first").toBe(true);
  // With scripts a click is enough; without them a visit is what the server learns of.
  if (mode === "js") {
    for (const open of [false, true]) {
      await hydrated(page);
      await data.locator("summary").click();
      await visit(page, "/indices");
      await visit(page, "/cluster");
      expect(await isOpen()).toBe(open);
    }
    return;
  }
  await page.context().addCookies([{ name: "sd_open", value: "", url: product.url }]);
  await visit(page, "/cluster");
  expect(await isOpen()).toBe(false);
  await visit(page, "/cluster/browse");
  await visit(page, "/cluster");
  expect(await isOpen()).toBe(true);
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
