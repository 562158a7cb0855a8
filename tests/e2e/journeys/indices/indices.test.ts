import { expect } from "vitest";
import { journeys, useProduct } from "../../support/journey";
import { signIn } from "../../support/sign-in";
import { visit } from "../../support/visit";

const journey = journeys(useProduct());

journey("makes an index, closes and opens it, deletes it by typing its name", async ({ page, product, own, mode }) => {
  const name = `made-${own}`;
  await signIn({ page, product });
  await page.getByRole("link", { name: "Create index" }).first().click();
  // The page before has a control whose label holds the word too.
  await page.getByRole("heading", { name: "Create index" }).waitFor();
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.locator("summary", { hasText: "Advanced" }).click();
  if (mode === "js") await page.locator(".cm-content[aria-label^='Mappings']").waitFor();
  await page.getByRole("textbox", { name: /^Mappings/ }).fill('{ "properties": { "title": { "type": "text" } } }');
  await page.getByRole("button", { name: "Create index" }).click();
  await page.getByText(`Index ${name} created.`).waitFor();
  await page.locator("summary", { hasText: "Fields" }).click();
  await page.getByRole("cell", { name: "title", exact: true }).waitFor();

  await visit(page, `/app/${name}/close`);
  await page.getByRole("button", { name: "Close index" }).click();
  await page.getByText(`Index ${name} closed.`).waitFor();
  await visit(page, `/app/${name}`);
  await page.getByText("This index is closed").waitFor();
  await visit(page, `/app/${name}/open`);
  await page.getByRole("button", { name: "Open index" }).click();
  await page.getByText(`Index ${name} opened.`).waitFor();

  await visit(page, `/app/${name}/delete`);
  await page.getByLabel(`Type ${name} to confirm`).fill("something else");
  await page.getByRole("button", { name: "Delete index" }).click();
  await page.getByText("That is not").filter({ visible: true }).first().waitFor();
  await page.getByLabel(`Type ${name} to confirm`).fill(name);
  await page.getByRole("button", { name: "Delete index" }).click();
  await page.getByText(`Index ${name} deleted.`).waitFor();
  expect((await product.call("GET", `/${name}`)).status).toBe(404);
});

journey("says what is wrong beside the field, and keeps what was typed", async ({ page, product, mode }) => {
  const settings = async (text: string) => {
    if (mode === "js") await page.locator(".cm-content[aria-label^='Settings']").waitFor();
    await page.getByRole("textbox", { name: /^Settings/ }).fill(text);
  };
  await signIn({ page, product, at: "/cluster/create-index" });
  await page.getByLabel("Name").fill("films");
  await page.locator("summary", { hasText: "Advanced" }).click();
  await settings('{\n  "analysis": oops\n}');
  await page.getByRole("button", { name: "Create index" }).click();
  await page
    .getByText(/line 2, column 15/)
    .filter({ visible: true })
    .first()
    .waitFor();
  await expect.poll(() => page.locator("textarea[name=settings]").inputValue()).toContain("oops");
  await settings('{ "number_of_shards": "many" }');
  await page.getByRole("button", { name: "Create index" }).click();
  await page
    .getByText(/The engine refuses it/)
    .filter({ visible: true })
    .first()
    .waitFor();
  await expect.poll(() => page.getByLabel("Name").inputValue()).toBe("films");
});

journey("filters, sorts and pages the table by links", async ({ page, product, own }) => {
  const names = ["alpha", "beta", "gamma"].map((word) => `listed-${own}-${word}`);
  // One more, so that three are shown only where the filter is in force.
  for (const name of [...names, `other-${own}`]) expect((await product.call("PUT", `/${name}`, {})).status).toBe(200);
  await signIn({ page, product });
  await page.getByLabel(/Filter by name/).fill(`listed-${own}-*a`);
  await page.getByRole("button", { name: "Apply" }).click();
  await page.getByText("3 indices").first().waitFor();
  const links = page.getByRole("table").getByRole("link", { name: /^(?:listed|other)-/ });
  await expect.poll(() => links.allInnerTexts()).toEqual(names);
  await page.getByRole("link", { name: "Index", exact: true }).click();
  await page.waitForURL(/order=desc/);
  await expect.poll(() => links.allInnerTexts()).toEqual([...names].reverse());
  await visit(page, "/cluster?page=-1&size=abc&sort=nothing");
  await expect.poll(() => page.getByRole("table").count()).toBe(1);
});
