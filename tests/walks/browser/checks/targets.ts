import type { Seen } from "../seen";

/**
 * A control with a ground or a border is at least 24 px wide and high, its label included. What is text alone is as
 * high as its letters, a box to tick as large as the browser draws it: they have so much room around them (WCAG 2.5.8).
 */
export async function targets({ page }: Seen): Promise<string[]> {
  return page.evaluate(() => {
    const LEAST = 24;
    const pointed = "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab]";
    const all = [...document.querySelectorAll(pointed)].filter(
      (element) => !element.matches(":disabled") && element.checkVisibility({ visibilityProperty: true }),
    );
    const boxes = new Map(all.map((element) => [element, element.getBoundingClientRect()]));
    /** A label around a box, or beside it, is pointed at as well. */
    const areaOf = (element: Element, box: DOMRect) => {
      const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
      return labels
        .map((label) => label.getBoundingClientRect())
        .reduce(
          (area, label) => ({
            left: Math.min(area.left, label.left),
            top: Math.min(area.top, label.top),
            right: Math.max(area.right, label.right),
            bottom: Math.max(area.bottom, label.bottom),
          }),
          { left: box.left, top: box.top, right: box.right, bottom: box.bottom },
        );
    };
    const isSmall = ({ left, top, right, bottom }: ReturnType<typeof areaOf>) =>
      right - left < LEAST - 0.5 || bottom - top < LEAST - 0.5;
    /** Text, or a box to tick, which a browser draws: nothing around it is part of it. */
    const isText = (element: Element) => {
      if (element.matches("input[type=checkbox], input[type=radio]")) return true;
      const { backgroundColor, borderTopWidth } = getComputedStyle(element);
      return (
        backgroundColor === "rgba(0, 0, 0, 0)" &&
        borderTopWidth === "0px" &&
        !element.matches("input, textarea, select")
      );
    };
    const isThere = (box: DOMRect | undefined) => box !== undefined && box.width >= 2 && box.height >= 2;
    const small = all.flatMap((element) => {
      const box = boxes.get(element);
      if (box === undefined || !isThere(box)) return [];
      const area = areaOf(element, box);
      return isSmall(area) ? [{ element, area }] : [];
    });
    const distance = (x: number, y: number, box: DOMRect) =>
      Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
    const isCrowded = ({ element, area }: (typeof small)[number]) => {
      const [x, y] = [(area.left + area.right) / 2, (area.top + area.bottom) / 2];
      return all.some((other) => {
        const box = boxes.get(other);
        const apart = !other.contains(element) && !element.contains(other);
        return apart && box !== undefined && isThere(box) && distance(x, y, box) < LEAST / 2 - 0.5;
      });
    };
    return small
      .filter((one) => !isText(one.element) || isCrowded(one))
      .map(({ element, area: { left, top, right, bottom } }) => {
        const size = `${Math.round(right - left)} × ${Math.round(bottom - top)} px`;
        return `${size}: ${element.outerHTML.slice(0, 120)}`;
      });
  });
}
