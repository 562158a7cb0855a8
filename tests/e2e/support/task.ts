import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

/** What a task takes a person: clicks, pages opened by them, fields typed into or filled with a file. */
export type Costs = { clicks: number; pages: number; fields: number };

/**
 * Counts what a person does on a page from now on; sign-in and the page that one begins on come before. All that the
 * task does goes through it.
 */
export function countTask(page: Page) {
  const costs: Costs = { clicks: 0, pages: 0, fields: 0 };
  let here = new URL(page.url()).pathname;
  // The router's navigations, within the document, are told by the same event.
  page.on("framenavigated", (frame) => {
    if (frame !== page.mainFrame()) return;
    const { pathname } = new URL(frame.url());
    if (pathname === here) return;
    here = pathname;
    costs.pages += 1;
  });
  return {
    async click(target: Locator): Promise<void> {
      costs.clicks += 1;
      await target.click();
    },
    async type(field: Locator, text: string): Promise<void> {
      costs.fields += 1;
      await field.fill(text);
    },
    async file(field: Locator, name: string, text: string): Promise<void> {
      costs.fields += 1;
      await field.setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
    },
    /** Fails where the task took more than it may cost. */
    within(most: Costs): void {
      for (const what of ["clicks", "pages", "fields"] as const)
        expect(costs[what], `${what} of the task: ${JSON.stringify(costs)}`).toBeLessThanOrEqual(most[what]);
    },
  };
}
