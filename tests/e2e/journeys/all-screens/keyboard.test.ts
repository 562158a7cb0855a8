import { expect } from "vitest";
import { hydrated } from "../../support/hydrated";
import { type JourneyContext, journeys, useSharedProduct } from "../../support/journey";
import { focusName, pressOn, tabTo } from "../../support/keyboard";
import { visit } from "../../support/visit";

const journey = journeys(useSharedProduct());
const slow = { timeout: 90_000 };

const rows = ["title,genre", "Metropolis,Science fiction", "Nosferatu,Horror", "Modern Times,Comedy"].join("\n");

async function signInByKeys({ page, product }: Pick<JourneyContext, "page" | "product">): Promise<void> {
  await visit(page, "/login");
  await tabTo(page, { name: "User name" });
  await page.keyboard.press("Control+A");
  await page.keyboard.type(product.username);
  await tabTo(page, { name: "Password" });
  await page.keyboard.type(product.password);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Cluster overview" }).waitFor();
}

journey(
  "the main work by keys alone: sign in, import, browse, edit, search, delete",
  async ({ page, product, mode, own }) => {
    const index = `keys-${own}`;
    expect((await product.call("PUT", `/${index}`)).status).toBe(200);

    await signInByKeys({ page, product });

    // The first stop of a page leads past the menus.
    await visit(page, "/cluster");
    await page.keyboard.press("Tab");
    await expect.poll(() => focusName(page)).toBe("Skip to content");
    await page.keyboard.press("Enter");
    const focusIs = (where: string) => page.evaluate((selector) => document.activeElement?.matches(selector), where);
    await expect.poll(() => focusIs("main")).toBe(true);
    await page.keyboard.press("Tab");
    await expect.poll(() => focusIs("main *")).toBe(true);

    await visit(page, "/cluster");
    await pressOn(page, { role: "summary", name: /All indices/ });
    await pressOn(page, { role: "a", name: index });
    await page.getByRole("heading", { name: index, exact: true }).waitFor();

    await pressOn(page, { role: "a", name: "Import data" });
    await page.getByRole("button", { name: "Use pasted data" }).waitFor();
    await tabTo(page, { role: "textarea", name: "Rows" });
    await page.keyboard.insertText(rows);
    await pressOn(page, { role: "button", name: "Use pasted data" });
    await page.getByRole("heading", { name: "Fields of Pasted rows" }).waitFor();
    await pressOn(page, { role: "button", name: "Start import" });
    await page.getByText("Done, every row was stored.").waitFor(slow);

    await visit(page, `/app/${index}`);
    await pressOn(page, { role: "a", name: "Browse" });
    await page.getByRole("link", { name: "Nosferatu", exact: true }).waitFor();
    await pressOn(page, { role: "a", name: "Nosferatu" });
    await page.getByRole("link", { name: "Edit", exact: true }).waitFor();
    await pressOn(page, { role: "a", name: "Edit" });
    await page.getByRole("button", { name: "Review changes" }).waitFor();
    await pressOn(page, { role: "a", name: "JSON" });
    await page.waitForURL(/as=json/);
    if (mode === "js") await page.locator(".cm-content").waitFor();
    await tabTo(page, mode === "js" ? { role: "textbox", name: "Document" } : { role: "textarea", name: "Document" });
    await page.keyboard.press("Control+A");
    await page.keyboard.insertText('{"title":"Nosferatu, a symphony","genre":"Horror"}');
    // The editor lets go of Tab.
    await pressOn(page, { role: "button", name: "Review changes" });
    await page.getByText("Nothing is saved yet").waitFor();
    await pressOn(page, { role: "button", name: "Save document" });
    await page.getByText(/^Document [^]+ saved\./).waitFor();

    await pressOn(page, { role: "a", name: "Search preview" });
    const results = page.getByRole("region", { name: "Results" });
    await results.getByText("3 hits", { exact: true }).first().waitFor();
    // With scripts the box searches by itself.
    if (mode === "js") await hydrated(page);
    await tabTo(page, { role: "input checkbox", name: /^Horror/ });
    await page.keyboard.press("Space");
    if (mode === "nojs") await pressOn(page, { role: "button", name: "Apply" });
    await results.getByText("1 hit", { exact: true }).first().waitFor();

    await visit(page, "/cluster");
    await pressOn(page, { role: "summary", name: `Actions for ${index}` });
    await pressOn(page, { role: "a", name: "Delete…" });
    await page.getByRole("button", { name: "Delete index" }).waitFor();
    await tabTo(page, { name: `Type ${index} to confirm` });
    await page.keyboard.type(index);
    await page.keyboard.press("Enter");
    await page.getByText(`Index ${index} deleted.`).waitFor();
    expect((await product.call("GET", `/${index}`)).status).toBe(404);
  },
);

journey("menus give the focus back", async ({ page, product, mode, own }) => {
  const index = `menus-${own}`;
  expect((await product.call("PUT", `/${index}`)).status).toBe(200);
  await signInByKeys({ page, product });
  const open = () => page.evaluate(() => document.querySelectorAll("details[open]:is(.menu, [data-menu])").length);

  for (const label of ["Index All indices", `Account of ${product.username}`, `Actions for ${index}`]) {
    await visit(page, "/cluster");
    if (mode === "js") await hydrated(page);
    await pressOn(page, { role: "summary", name: new RegExp(label.replace(" ", "\\s*")) });
    await expect.poll(open).toBe(1);
    const closed = await focusName(page);
    await page.keyboard.press("Tab");
    // Without scripts the label itself closes the menu.
    await page.keyboard.press(mode === "js" ? "Escape" : "Shift+Tab");
    if (mode === "nojs") await page.keyboard.press("Enter");
    await expect.poll(open).toBe(0);
    await expect.poll(() => focusName(page)).toBe(closed);
  }
});

journey("goes to a screen, an index and a document by name", async ({ page, product, mode, own }) => {
  const index = `palette-${own}`;
  expect((await product.call("PUT", `/${index}/_doc/tt1?refresh=true`, { title: "Heat" })).status).toBe(201);
  await signInByKeys({ page, product });
  const path = () => new URL(page.url()).pathname;

  if (mode === "nojs") {
    await pressOn(page, { role: "a", name: /Go to/ });
    await page.getByRole("searchbox").waitFor();
    await page.keyboard.type(`${index}/tt1`);
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "tt1", exact: true }).waitFor();
    await pressOn(page, { role: "a", name: "tt1" });
    await page.getByRole("link", { name: "Edit", exact: true }).waitFor();
    expect(path()).toBe(`/app/${index}/browse/tt1`);
    return;
  }

  await hydrated(page);
  const before = await focusName(page);
  const field = page.getByRole("combobox", { name: "Screen, index, document ID or job" });
  await page.keyboard.press("Control+k");
  await field.waitFor();
  await page.keyboard.press("Escape");
  await field.waitFor({ state: "detached" });
  await expect.poll(() => focusName(page)).toBe(before);

  async function goTo({ typed, option }: { typed: string; option: RegExp }) {
    await page.keyboard.press("Control+k");
    await field.waitFor();
    await page.keyboard.type(typed);
    await page.getByRole("option", { name: option }).first().waitFor();
    await expect.poll(() => page.getByRole("dialog").getByRole("status").textContent()).toMatch(/results?\./);
    // What Enter takes is what a screen reader is told.
    await expect.poll(() => field.getAttribute("aria-activedescendant")).not.toBeNull();
    await page.keyboard.press("Enter");
    await field.waitFor({ state: "detached" });
  }
  await goTo({ typed: index, option: new RegExp(index) });
  await expect.poll(path).toBe(`/app/${index}`);
  await goTo({ typed: "tt1", option: /Document in/ });
  await expect.poll(path).toBe(`/app/${index}/browse/tt1`);
  await goTo({ typed: "cluster ov", option: /Cluster overview/ });
  await expect.poll(path).toBe("/cluster");
  // Opened while a page is on its way, it stays over the page that comes, with what was typed.
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  await page.route(`**/app/${index}*`, async (route) => {
    await arrived;
    await route.continue();
  });
  await page.getByRole("link", { name: index, exact: true }).first().click();
  await page.keyboard.press("Control+k");
  await field.waitFor();
  await page.keyboard.type("cluster");
  arrive();
  await expect.poll(path).toBe(`/app/${index}`);
  await page.keyboard.type(" ov");
  await expect.poll(() => field.inputValue()).toBe("cluster ov");
  await page
    .getByRole("option", { name: /Cluster overview/ })
    .first()
    .waitFor();
  await page.keyboard.press("Enter");
  await expect.poll(path).toBe("/cluster");
  // Going back closes it.
  await page.keyboard.press("Control+k");
  await field.waitFor();
  await page.goBack();
  await field.waitFor({ state: "detached" });
});
