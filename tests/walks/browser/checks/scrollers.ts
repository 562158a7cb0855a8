import type { Seen } from "../seen";

/**
 * A key reaches every box that may scroll: it, or something in it, takes the focus. axe tells only of those that scroll
 * with the rows of a test, and of none where a closed part of the page hides them.
 */
export async function scrollers({ page }: Seen): Promise<string[]> {
  const found = await page.evaluate(() => {
    const focusable =
      "a[href], button, input:not([type=hidden]), select, textarea, summary, [contenteditable=true], [tabindex]:not([tabindex='-1'])";
    return [...document.querySelectorAll("body *:not(textarea):not(select)")]
      .filter((element) => {
        const { overflowX, overflowY } = getComputedStyle(element);
        return (
          [overflowX, overflowY].some((flow) => flow === "auto" || flow === "scroll") &&
          !element.matches(focusable) &&
          !element.querySelector(focusable)
        );
      })
      .map((element) => element.outerHTML.slice(0, 120));
  });
  return found.map((element) => `nothing reaches ${element}`);
}
