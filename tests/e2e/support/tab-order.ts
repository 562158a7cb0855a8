import type { Page } from "playwright-core";

/** A stop of the Tab key: what it is, which landmark holds it, and where it stands on the page, in CSS pixels. */
export type Stop = { name: string; landmark: string; left: number; top: number; right: number; bottom: number };

/** The order in which a page shows its landmarks. */
const LANDMARKS = ["skip link", "nav", "header", "main"];
/** Boxes of one row may overlap by so much: rings, line heights. */
const TOLERANCE = 6;

/** Goes once round a page by Tab, from its beginning, and gives the stops in that order. The page must be scrolled to its top. */
export async function tabRound(page: Page): Promise<Stop[]> {
  await page.evaluate(() => Object.assign(window, { stops: [] }));
  const isNew = () =>
    page.evaluate(() => {
      const { stops } = window as unknown as { stops: Element[] };
      const { activeElement } = document;
      if (activeElement === null || activeElement === document.body || stops.includes(activeElement)) return false;
      return stops.push(activeElement) > 0;
    });
  do await page.keyboard.press("Tab");
  while (await isNew());
  // Measured together, since the page has scrolled on the way.
  return page.evaluate(() => {
    window.scrollTo(0, 0);
    const { stops } = window as unknown as { stops: HTMLElement[] };
    return stops.map((stop) => {
      const name = stop.getAttribute("aria-label") ?? (stop.textContent?.trim() || (stop.getAttribute("name") ?? stop.tagName));
      const landmark = stop.closest("main") ? "main" : stop.closest("header") ? "header" : stop.closest("nav") ? "nav" : "skip link";
      // A link that wraps begins where its first line does.
      const [{ left, top, right, bottom } = stop.getBoundingClientRect()] = stop.getClientRects();
      // A box that scrolls stands before the links in it, so only its beginning counts.
      const isBox = stops.some((other) => other !== stop && stop.contains(other));
      const end = isBox ? { right: left, bottom: top + scrollY } : { right, bottom: bottom + scrollY };
      return { name: name.replaceAll(/\s+/g, " ").slice(0, 40), landmark, left, top: top + scrollY, ...end };
    });
  });
}

const ends = (stops: readonly Stop[]) => ({
  left: Math.min(...stops.map(({ left }) => left)),
  top: Math.min(...stops.map(({ top }) => top)),
  right: Math.max(...stops.map(({ right }) => right)),
  bottom: Math.max(...stops.map(({ bottom }) => bottom)),
});

/** The place of a stop before which everything stands above, or everything on the left, of all that follows; undefined where there is none. */
function cut(stops: readonly Stop[]): number | undefined {
  for (let at = 1; at < stops.length; at += 1) {
    const [before, after] = [ends(stops.slice(0, at)), ends(stops.slice(at))];
    if (before.bottom <= after.top + TOLERANCE || before.right <= after.left + TOLERANCE) return at;
  }
  return undefined;
}

/**
 * Where the order of stops is not the one in which the page is read: rows from top to bottom, in each from left to right, and in columns
 * beside each other one column after the other. Cuts the stops into a part above (or on the left) and a part below (or on the right) until
 * single ones are left; what cannot be cut is out of order and is given, by name. The landmarks must follow each other as the page shows them.
 */
export function outOfOrder(stops: readonly Stop[]): string[] {
  const jumps = stops.flatMap((stop, at) => {
    const before = stops[at - 1];
    return before && LANDMARKS.indexOf(stop.landmark) < LANDMARKS.indexOf(before.landmark)
      ? [`${before.landmark} ${before.name} > ${stop.landmark} ${stop.name}`]
      : [];
  });
  const tangled = (part: readonly Stop[]): string[] => {
    if (part.length < 2) return [];
    const at = cut(part);
    return at === undefined ? [part.map(({ name }) => name).join(" > ")] : [...tangled(part.slice(0, at)), ...tangled(part.slice(at))];
  };
  return [...jumps, ...LANDMARKS.flatMap((landmark) => tangled(stops.filter((stop) => stop.landmark === landmark)))];
}
