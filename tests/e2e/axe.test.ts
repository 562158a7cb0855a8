import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { hydrated } from "./support/hydrated";
import { useProduct, withPage } from "./support/journey";
import { mountedPaths, seed } from "./support/screens";
import { signIn } from "./support/sign-in";
import { visit } from "./support/visit";

const getProduct = useProduct();
const screens = mountedPaths().filter(({ kind }) => ["page", "plain", "chooser", "not-found"].includes(kind));

beforeAll(() => seed(getProduct()));

const everything = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Findings of axe (WCAG 2.2 A and AA) on the page shown, one line each. Another theme changes nothing but colours. */
async function findings({ page, scheme }: { page: Page; scheme: "light" | "dark" }): Promise<string[]> {
  const axe = new AxeBuilder({ page });
  const { violations } = await (scheme === "dark" ? axe.withRules(["color-contrast"]) : axe.withTags(everything)).analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map((node) => `${new URL(page.url()).pathname}: ${id} at ${node.target.join(" ")}`));
}

/**
 * Boxes that may scroll and that no key reaches: neither they nor anything in them takes the focus. axe tells only of those that scroll with the rows of a test,
 * and of none where a closed part of the page hides them.
 */
async function unreachable(page: Page): Promise<string[]> {
  const found = await page.evaluate(() => {
    const focusable = "a[href], button, input:not([type=hidden]), select, textarea, summary, [contenteditable=true], [tabindex]:not([tabindex='-1'])";
    return [...document.querySelectorAll("body *:not(textarea):not(select)")]
      .filter((element) => {
        const { overflowX, overflowY } = getComputedStyle(element);
        return [overflowX, overflowY].some((flow) => flow === "auto" || flow === "scroll") && !element.matches(focusable) && !element.querySelector(focusable);
      })
      .map((element) => element.outerHTML.slice(0, 120));
  });
  return found.map((element) => `${new URL(page.url()).pathname}: nothing reaches ${element}`);
}

const variants = [
  { name: "light, with scripts", scheme: "light", width: 1200, scripts: true },
  { name: "dark, with scripts", scheme: "dark", width: 1200, scripts: true },
  // axe needs JavaScript itself, so the page without it is one whose own scripts do not arrive.
  { name: "light, without scripts, narrow", scheme: "light", width: 420, scripts: false },
] as const;

describe("axe finds nothing serious", () => {
  test.each(variants)("$name", { timeout: 900_000 }, async ({ scheme, width, scripts }) => {
    const product = getProduct();
    const options = { colorScheme: scheme, viewport: { width, height: 900 } };
    await withPage({ product, mode: "js", options }, async (page) => {
      if (!scripts) await page.route("**/build/**/*.js", (route) => route.abort());
      const found: string[] = [];
      const show = async (path: string) => {
        await visit(page, path);
        if (scripts) await hydrated(page);
        found.push(...(await findings({ page, scheme })), ...(await unreachable(page)));
      };
      await show("/login");
      await signIn({ page, product });
      for (const { path } of screens.filter((screen) => screen.path !== "/login")) await show(path);
      expect(found).toEqual([]);
    });
  });
});
