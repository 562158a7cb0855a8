import type { Page } from "playwright-core";

/** Opens "More" in the head of a page and follows the link that stands there. */
export async function followMore(page: Page, name: string) {
  await page.locator("main header summary", { hasText: /^More$/ }).click();
  await page.locator("main header").getByRole("link", { name, exact: true }).click();
}
