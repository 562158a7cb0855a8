import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { axeViolations } from "./support/axe";
import { contrastWatch } from "./support/contrast";
import { hydrated } from "./support/hydrated";
import { useProduct, withPage } from "./support/journey";
import { mountedPaths, seed, shared } from "./support/screens";
import { signIn } from "./support/sign-in";
import { visit } from "./support/visit";

const getProduct = useProduct();
const screens = mountedPaths().filter(({ kind }) => ["page", "plain", "chooser", "not-found"].includes(kind));

beforeAll(() => seed(getProduct()));

const everything = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Findings of axe (WCAG 2.2 A and AA) on the page shown, one line each; its colours are looked at by themselves. */
async function findings(page: Page, but: string | undefined): Promise<string[]> {
  const violations = await axeViolations({ page, runOnly: { type: "tag", values: everything }, but, without: ["color-contrast"] });
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, targets }) => targets.map((target) => `${new URL(page.url()).pathname}: ${id} at ${target}`));
}

/** Shows the same page in the other theme, as a system that changes its own does. */
async function inDark(page: Page, look: () => Promise<string[]>): Promise<string[]> {
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await background();
  await page.emulateMedia({ colorScheme: "dark" });
  if ((await background()) === light) return [`${new URL(page.url()).pathname}: is as light in dark`];
  const found = await look();
  await page.emulateMedia({ colorScheme: "light" });
  return found;
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

const signedIn = shared(screens.filter(({ path }) => path !== "/login"));

const variants = [
  { name: "with scripts, in light and dark", width: 1200, scripts: true, of: signedIn.index },
  // axe needs JavaScript itself, so the page without it is one whose own scripts do not arrive.
  { name: "without scripts, narrow", width: 420, scripts: false, of: signedIn.cluster },
];

test("a text too faint is seen in either theme, where all others of its page are known, and again on the next", async () => {
  const product = getProduct();
  await withPage({ product, mode: "js", options: { colorScheme: "light", reducedMotion: "reduce" } }, async (page) => {
    const faint = contrastWatch();
    await signIn({ page, product });
    expect(await faint(page)).toEqual([]);
    const add = (style: string) => page.evaluate((given) => document.querySelector("main h1")?.setAttribute("style", given), style);
    for (const theme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme: theme });
      for (const time of ["once", "twice"]) {
        await add(theme === "light" ? "color:#bbb;background:#fff" : "color:#444;background:#111");
        expect(await faint(page), `${theme}, ${time}`).toEqual([expect.stringMatching(/^color-contrast at .*h1/)]);
        await add("");
        expect(await faint(page)).toEqual([]);
      }
    }
  });
});

describe("axe finds nothing serious", () => {
  test.each(variants)("$name", { timeout: 900_000 }, async ({ width, scripts, of }) => {
    const product = getProduct();
    const options = { colorScheme: "light", reducedMotion: "reduce", viewport: { width, height: 900 } } as const;
    await withPage({ product, mode: "js", options }, async (page) => {
      if (!scripts) await page.route("**/build/**/*.js", (route) => route.abort());
      const found: string[] = [];
      const faint = contrastWatch();
      /** The frames that were seen, by the names of their sections: they are the same on each page. */
      const frames = new Set<string>();
      const show = async (path: string) => {
        await visit(page, path);
        if (scripts) await hydrated(page);
        const frame = await page.evaluate(() => document.querySelector("nav[aria-label=Sections]")?.textContent ?? "none");
        const isKnown = frame !== "none" && frames.has(frame);
        frames.add(frame);
        // Colours are those of the wide page: they come from the theme, not from the width.
        found.push(...(await findings(page, isKnown ? "nav[aria-label=Sections]" : undefined)), ...(await unreachable(page)));
        if (!scripts) return;
        const colours = async (theme: string) => (await faint(page)).map((what) => `${new URL(page.url()).pathname} in ${theme}: ${what}`);
        found.push(...(await colours("light")), ...(await inDark(page, () => colours("dark"))));
      };
      await show("/login");
      await signIn({ page, product });
      for (const path of of) await show(path);
      expect(found).toEqual([]);
    });
  });
});
