import type { Seen } from "../seen";

/** No page is wider than its window: only tables, charts and code scroll sideways, each in its own box. */
export async function width({ page }: Seen): Promise<string[]> {
  const wide = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return null;
    const isPast = (element: Element) =>
      element.getBoundingClientRect().left + element.scrollWidth > clientWidth + 1 && element.checkVisibility();
    const cut = ({ parentElement }: Element): boolean =>
      parentElement !== null &&
      parentElement !== document.body &&
      (getComputedStyle(parentElement).overflowX !== "visible" || cut(parentElement));
    const past = [...document.querySelectorAll("body *")].filter((element) => isPast(element) && !cut(element));
    // The innermost one says most.
    const first = past.findLast((element) => past.every((other) => other === element || !element.contains(other)));
    return { scrollWidth, clientWidth, element: first?.outerHTML.slice(0, 160) ?? "nothing that is known" };
  });
  return wide === null ? [] : [`${wide.scrollWidth} px wide in ${wide.clientWidth}: ${wide.element}`];
}
