import { tabStops } from "../../../e2e/support/tab-order";
import type { Seen } from "../seen";

/** Whatever Tab comes to shows that it has the focus, and is in view then. */
export async function focus({ page, knownFrame }: Seen): Promise<string[]> {
  await tabStops(page);
  // From a key on, a browser shows the focus that a script moves too.
  await page.keyboard.press("Tab");
  return page.evaluate((known) => {
    const { stops } = window as unknown as { stops: HTMLElement[] };
    const hasRing = (element: Element) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
      const outlined = outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 1;
      return outlined || boxShadow !== "none" || element.closest(".cm-focused, .cm-editor") !== null;
    };
    const isSeen = (element: Element) => {
      const { width, height, bottom, top, right, left } = element.getBoundingClientRect();
      const inWindow = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
      return width > 1 && height > 1 && inWindow;
    };
    const lost: string[] = [];
    for (const stop of stops) {
      if (known !== undefined && stop.closest(known)) continue;
      stop.focus();
      if (document.activeElement !== stop) continue;
      const what = [hasRing(stop) ? "" : "no ring", isSeen(stop) ? "" : "not in view"].filter((part) => part !== "");
      if (what.length > 0) lost.push(`focus on ${stop.outerHTML.slice(0, 120)}: ${what.join(", ")}`);
    }
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    window.scrollTo(0, 0);
    return lost;
  }, knownFrame);
}
