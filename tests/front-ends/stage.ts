import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { getBrowser } from "../e2e/support/browser";
import { type EngineName, openSite, type PageName, type Site } from "./site";

/** A browser page in front of the site, new for each test; a script error or a refused call fails the test. */
export type Stage = {
  page: () => Page;
  browser: () => Browser;
  site: () => Site;
  /** The address of a front end; `{index}` in a value stands for the index. */
  address: (name: PageName, query?: Record<string, string>) => string;
  /** The texts of these elements, white space made single and one before a count, in alphabetical order. */
  lines: (selector: string) => Promise<string[]>;
  /** What stands in `data-votes` of these elements, in their order; null where nothing does. */
  votes: (selector: string) => Promise<(number | null)[]>;
};

/** Registers the hooks that open and close it; call it inside `describe`. */
export function openStage(engine: EngineName): Stage {
  let browser: Browser;
  let site: Site;
  let page: Page;
  const faults: string[] = [];

  beforeAll(async () => {
    browser = await getBrowser();
    site = await openSite(engine);
  });

  afterAll(async () => {
    await site.close();
  });

  beforeEach(async () => {
    page = await browser.newPage();
    page.on("pageerror", (error) => faults.push(error.message));
    page.on("response", (answer) => {
      if (answer.status() >= 400 && !answer.url().endsWith("/favicon.ico"))
        faults.push(`${answer.status()} ${answer.url()}`);
    });
  });

  afterEach(async () => {
    await page.close();
    expect(faults.splice(0)).toEqual([]);
  });

  return {
    page: () => page,
    browser: () => browser,
    site: () => site,
    address: (name, query = {}) => site.address(name, query),
    lines: async (selector) =>
      (await page.locator(selector).allInnerTexts())
        .map((line) =>
          line
            .replace(/\s+/g, " ")
            .replace(/ ?(\d+)$/, " $1")
            .trim(),
        )
        .sort(),
    votes: (selector) =>
      page
        .locator(selector)
        .evaluateAll((items) =>
          items.map((item) =>
            item instanceof HTMLElement && /\d/.test(item.dataset["votes"] ?? "")
              ? Number(item.dataset["votes"])
              : null,
          ),
        ),
  };
}
