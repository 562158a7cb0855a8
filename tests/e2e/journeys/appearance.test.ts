import { expect } from "vitest";
import { journeys, useProduct } from "../support/journey";
import { signIn } from "../support/sign-in";
import { visit } from "../support/visit";

const journey = journeys(useProduct());

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
