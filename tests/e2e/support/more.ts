import type { Page } from "playwright-core";

/** Opens "More" in the head of the page that has this link there, once it has come, and follows the link. */
export async function followMore(page: Page, name: string) {
  const menu = page.locator("main header details", { has: page.locator("a", { hasText: name }) });
  await menu.locator("summary").click();
  await menu.getByRole("link", { name, exact: true }).click();
}
