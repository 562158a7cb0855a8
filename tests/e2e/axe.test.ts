import type { RunOnly } from "axe-core";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { axeViolations } from "./support/axe";
import { hydrated } from "./support/hydrated";
import { useProduct, withPage } from "./support/journey";
import { mountedPaths, seed, shared } from "./support/screens";
import { signIn } from "./support/sign-in";
import { visit } from "./support/visit";

const getProduct = useProduct();
const screens = mountedPaths().filter(({ kind }) => ["page", "plain", "chooser", "not-found"].includes(kind));

beforeAll(() => seed(getProduct()));

const everything = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

type Findings = { colours?: boolean; within?: string | undefined; but?: string | undefined; without?: readonly string[] };

/** Findings of axe (WCAG 2.2 A and AA) on the page shown, one line each; with `colours`, what another theme may change. */
async function findings(page: Page, { colours, ...look }: Findings = {}): Promise<string[]> {
  const runOnly: RunOnly = colours === true ? { type: "rule", values: ["color-contrast"] } : { type: "tag", values: everything };
  const violations = await axeViolations({ page, runOnly, ...look });
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, targets }) => targets.map((target) => `${new URL(page.url()).pathname}${colours === true ? " in dark" : ""}: ${id} at ${target}`));
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

describe("axe finds nothing serious", () => {
  test.each(variants)("$name", { timeout: 900_000 }, async ({ width, scripts, of }) => {
    const product = getProduct();
    const options = { colorScheme: "light", reducedMotion: "reduce", viewport: { width, height: 900 } } as const;
    await withPage({ product, mode: "js", options }, async (page) => {
      if (!scripts) await page.route("**/build/**/*.js", (route) => route.abort());
      const found: string[] = [];
      /** The frames that were seen, by the names of their sections: they are the same on each page. */
      const frames = new Set<string>();
      const show = async (path: string) => {
        await visit(page, path);
        if (scripts) await hydrated(page);
        const frame = await page.evaluate(() => document.querySelector("nav[aria-label=Sections]")?.textContent ?? "none");
        const isKnown = frame !== "none" && frames.has(frame);
        frames.add(frame);
        // Colours are those of the wide page: they come from the theme, not from the width.
        const look = { but: isKnown ? "nav[aria-label=Sections]" : undefined, without: scripts ? [] : ["color-contrast"] };
        found.push(...(await findings(page, look)), ...(await unreachable(page)));
        if (!scripts) return;
        const within = isKnown ? "main" : undefined;
        found.push(...(await inDark(page, () => findings(page, { colours: true, within }))));
      };
      await show("/login");
      await signIn({ page, product });
      for (const path of of) await show(path);
      expect(found).toEqual([]);
    });
  });
});
