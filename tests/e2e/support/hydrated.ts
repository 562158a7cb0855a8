import type { Page } from "playwright-core";

/**
 * Resolves once the scripts of the page that was loaded last have taken it over: from then on each control does what
 * its scripts make of it.
 */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName("hydrated").length > 0);
}
