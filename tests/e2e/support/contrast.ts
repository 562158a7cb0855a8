import type { AxeResults, ElementContext, RunOptions } from "axe-core";
import type { Page } from "playwright-core";
import { loadAxe } from "./axe";

type InPage = { axe: { run: (context: ElementContext, options: RunOptions) => Promise<AxeResults> } };
/** `judged` are the looks of the texts that axe had a verdict on. */
type Judged = { judged: string[]; faults: string[] };

/**
 * What axe finds too faint among the texts of the page shown that look as none before did, and the looks that it
 * judged. How a text looks is all that its contrast comes from: its own colour and letters, and what is painted below
 * it. It runs in the page, so it names nothing of outside itself.
 */
async function lookInPage(known: string[]): Promise<Judged> {
  const { axe } = globalThis as unknown as InPage;
  const mark = "data-new-look";
  const old = new Set(known);
  type Ground = { paint: string; through: string };
  const grounds = new Map<Element, Ground>();
  /**
   * What is painted below an element, and through what it is seen. What lies above others without a ground of its own
   * may lie above anything: new on each page.
   */
  function groundOf(element: Element | null): Ground {
    if (element === null) return { paint: "", through: "" };
    const found = grounds.get(element);
    if (found !== undefined) return found;
    const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode, position } = getComputedStyle(element);
    const parent = groundOf(element.parentElement);
    const effects = [opacity, filter, mixBlendMode].join(" ");
    const isClear = backgroundColor === "rgba(0, 0, 0, 0)" && backgroundImage === "none";
    const isWhole = backgroundColor.startsWith("rgb(") && backgroundImage === "none";
    const place = /absolute|fixed/.test(position) ? location.pathname : "";
    const ground = {
      paint: isWhole
        ? backgroundColor
        : isClear && place === ""
          ? parent.paint
          : `${parent.paint} ${backgroundColor} ${backgroundImage} ${place}`,
      through: effects === "1 none normal" ? parent.through : `${parent.through} ${effects}`,
    };
    grounds.set(element, ground);
    return ground;
  }
  const textOf = (element: Element) =>
    [...element.childNodes]
      .map((node) => (node.nodeType === Node.TEXT_NODE ? (node.textContent ?? "").trim() : ""))
      .join("");
  const isText = (element: Element) =>
    element.matches("input:not([type=radio], [type=checkbox]), select, textarea") || textOf(element) !== "";
  const isShown = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true });
  };
  function lookOf(element: Element): string {
    const { color, fontSize, fontWeight, textShadow, webkitTextFillColor } = getComputedStyle(element);
    const off = [element, element.closest("label")?.control].some((one) =>
      one?.closest(":disabled, [aria-disabled=true]"),
    );
    const { paint, through } = groundOf(element);
    // Of a single character axe says nothing.
    return [
      element.localName,
      textOf(element).length === 1,
      color,
      fontSize,
      fontWeight,
      textShadow,
      webkitTextFillColor,
      off,
      paint,
      through,
    ].join(",");
  }
  const looks = new Map(
    [...document.body.querySelectorAll("*")]
      .filter((one) => isText(one) && isShown(one) && one.closest("[aria-hidden=true]") === null)
      .map((one) => [one, lookOf(one)]),
  );
  const fresh = [...looks].filter(([, look]) => !old.has(look)).map(([element]) => element);
  if (fresh.length === 0) return { judged: [], faults: [] };
  for (const element of fresh) element.setAttribute(mark, "");
  const options: RunOptions = {
    runOnly: { type: "rule", values: ["color-contrast"] },
    resultTypes: ["violations", "passes", "incomplete"],
    elementRef: true,
  };
  const { violations, passes, incomplete } = await axe.run({ include: [[`[${mark}]`]] }, options);
  for (const element of fresh) element.removeAttribute(mark);
  // What axe cannot tell for the look of a text it can tell nowhere; for its place it may elsewhere.
  const byLook = incomplete.flatMap(({ nodes }) =>
    nodes.filter(({ any }) => any.some(({ data }) => /shortTextContent|bgGradient|bgImage/.test(JSON.stringify(data)))),
  );
  const judged = [...passes.flatMap(({ nodes }) => nodes), ...byLook].map(({ element }) =>
    element === undefined ? undefined : looks.get(element),
  );
  return {
    judged: [...new Set(judged.filter((look) => look !== undefined))],
    faults: violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} at ${target.join(" ")}`)),
  };
}

/** Looks at the colours of page after page; what one theme taught is told from the other by its colours. */
export function contrastWatch(): (page: Page) => Promise<string[]> {
  const seen = new Set<string>();
  return async (page) => {
    await loadAxe(page);
    const { judged, faults } = await page.evaluate(lookInPage, [...seen]);
    for (const look of judged) seen.add(look);
    return faults;
  };
}
