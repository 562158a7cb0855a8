import type { Page } from "playwright-core";
import { axeViolations } from "../../../e2e/support/axe";
import type { Seen } from "../seen";

const everything = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
const mark = "data-not-judged";

/** Marks what is shown and was not when the page was judged before; says what there is of it. */
async function markNew(page: Page): Promise<"all" | "some" | "none"> {
  return page.evaluate((attribute) => {
    const kept = window as unknown as { judged?: WeakSet<Element> };
    const shown = [...document.querySelectorAll("body *")].filter((element) => element.checkVisibility());
    const before = kept.judged;
    kept.judged = new WeakSet(shown);
    if (before === undefined) return "all";
    const fresh = shown.filter((element) => !before.has(element));
    for (const element of fresh) element.setAttribute(attribute, "");
    return fresh.length > 0 ? "some" : "none";
  }, mark);
}

/**
 * What axe finds serious (WCAG 2.2 A and AA), but for colours and sizes, which `contrast` and `targets` look at for
 * less. On a page that it has looked at in another width, it looks at what only shows in this one.
 */
export async function axe({ page, knownFrame }: Seen): Promise<string[]> {
  const there = await markNew(page);
  if (there === "none") return [];
  const violations = await axeViolations({
    page,
    runOnly: { type: "tag", values: everything },
    within: there === "some" ? `[${mark}]` : undefined,
    but: knownFrame,
    without: ["color-contrast", "target-size"],
  });
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, targets }) => targets.map((target) => `${id} at ${target}`));
}
