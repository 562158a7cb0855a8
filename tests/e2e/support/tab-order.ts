import type { Page } from "playwright-core";

/** A stop of the Tab key: what it is, which landmark holds it, and where it stands on the page, in CSS pixels. */
export type Stop = { name: string; landmark: string; left: number; top: number; right: number; bottom: number };

/** The order in which a page shows its landmarks. */
const LANDMARKS = ["skip link", "nav", "header", "main", "foot"];
/** Boxes of one row may overlap by so much: rings, line heights. */
const TOLERANCE = 6;

/** Goes once round a page by Tab, from its beginning, and keeps the stops in that order. */
async function walkByKey(page: Page): Promise<void> {
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
}

/**
 * Keeps the stops that the Tab key has by the document: what can take the focus and is shown, in the order in which it
 * stands there. That no page changes this order is a check too, and that the keys go by it a test.
 */
async function readStops(page: Page): Promise<void> {
  await page.evaluate(() => {
    const focusable =
      "a[href], button, input:not([type=hidden]), select, textarea, summary, [contenteditable=true], [tabindex]";
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }) &&
      element.getClientRects().length > 0;
    // Of the radio buttons of a group Tab stops at the one that is chosen, else at the first.
    const isPassed = (element: Element) =>
      element instanceof HTMLInputElement &&
      element.type === "radio" &&
      !element.checked &&
      [...(element.form ?? document).querySelectorAll<HTMLInputElement>("input[type=radio]")].some(
        (other, at, all) =>
          other.name === element.name &&
          other !== element &&
          (other.checked || at < all.indexOf(element)) &&
          !other.disabled,
      );
    const stops = [...document.querySelectorAll<HTMLElement>(focusable)].filter(
      (element) =>
        element.tabIndex >= 0 &&
        !element.matches(":disabled") &&
        element.closest("[inert]") === null &&
        !(element.localName === "summary" && element.parentElement?.querySelector(":scope > summary") !== element) &&
        isShown(element) &&
        !isPassed(element),
    );
    Object.assign(window, { stops });
  });
}

/** Where the stops that were kept stand; measured together, since the page may have scrolled on the way. */
async function measured(page: Page): Promise<Stop[]> {
  return page.evaluate(() => {
    window.scrollTo(0, 0);
    const { stops } = window as unknown as { stops: HTMLElement[] };
    // What stays in the window stands where it would without.
    const staying = [...document.querySelectorAll<HTMLElement>("body *")].filter(
      (element) => getComputedStyle(element).position === "sticky",
    );
    for (const element of staying) element.style.setProperty("position", "static");
    const content = document.querySelector("main");
    const isAfter = (stop: Element) =>
      content !== null && (content.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_FOLLOWING) > 0;
    /** Where the box ends in which an element scrolls: an editor is longer than what is seen of it. */
    const visibleEnd = (element: Element): number => {
      const { parentElement } = element;
      if (parentElement === null || parentElement === document.body) return Infinity;
      const isCut = getComputedStyle(parentElement).overflowY !== "visible";
      return Math.min(isCut ? parentElement.getBoundingClientRect().bottom : Infinity, visibleEnd(parentElement));
    };
    // A page that renders again between the two looks takes some of them away: what is gone has no place any more.
    const found = stops
      .filter(({ isConnected }) => isConnected)
      .map((stop) => {
        const name =
          stop.getAttribute("aria-label") ?? (stop.textContent?.trim() || (stop.getAttribute("name") ?? stop.tagName));
        const landmark = stop.closest("main")
          ? "main"
          : stop.closest("header")
            ? "header"
            : stop.closest("nav")
              ? "nav"
              : isAfter(stop)
                ? "foot"
                : "skip link";
        // A link that wraps begins where its first line does.
        const [{ left, top, right, bottom: end } = stop.getBoundingClientRect()] = stop.getClientRects();
        const bottom = Math.min(end, visibleEnd(stop));
        // A box that scrolls stands before the links in it, so only its beginning counts.
        const isBox = stops.some((other) => other !== stop && stop.contains(other));
        const last = isBox ? { right: left, bottom: top + scrollY } : { right, bottom: bottom + scrollY };
        return { name: name.replaceAll(/\s+/g, " ").slice(0, 40), landmark, left, top: top + scrollY, ...last };
      });
    for (const element of staying) element.style.removeProperty("position");
    return found;
  });
}

/** The stops of the Tab key, pressed until it has been round once. The page must be scrolled to its top. */
export async function tabRound(page: Page): Promise<Stop[]> {
  await walkByKey(page);
  return measured(page);
}

/** The same by the document, without a key. */
export async function tabStops(page: Page): Promise<Stop[]> {
  await readStops(page);
  return measured(page);
}

const ends = (stops: readonly Stop[]) => ({
  left: Math.min(...stops.map(({ left }) => left)),
  top: Math.min(...stops.map(({ top }) => top)),
  right: Math.max(...stops.map(({ right }) => right)),
  bottom: Math.max(...stops.map(({ bottom }) => bottom)),
});

/**
 * The place of a stop before which everything stands above, or everything on the left, of all that follows; undefined
 * where there is none.
 */
function cut(stops: readonly Stop[]): number | undefined {
  for (let at = 1; at < stops.length; at += 1) {
    const [before, after] = [ends(stops.slice(0, at)), ends(stops.slice(at))];
    if (before.bottom <= after.top + TOLERANCE || before.right <= after.left + TOLERANCE) return at;
  }
  return undefined;
}

/**
 * Where the order of stops is not the one in which the page is read: rows from top to bottom, in each from left to
 * right, and in columns beside each other one column after the other. Cuts the stops into a part above (or on the left)
 * and a part below (or on the right) until single ones are left; what cannot be cut is out of order and is given, by
 * name. The landmarks must follow each other as the page shows them.
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
    return at === undefined
      ? [part.map(({ name }) => name).join(" > ")]
      : [...tangled(part.slice(0, at)), ...tangled(part.slice(at))];
  };
  return [...jumps, ...LANDMARKS.flatMap((landmark) => tangled(stops.filter((stop) => stop.landmark === landmark)))];
}
