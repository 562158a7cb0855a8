import type { Page } from "playwright-core";
import { expect } from "vitest";

/** What holds the focus: how a screen reader would call it, and how its focus shows. */
type Stop = { role: string; name: string; visible: boolean; ring: boolean; inView: boolean; positiveTabIndex: boolean };

function readStop(): Stop | null {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement) || element === document.body) return null;
  const labels =
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement
      ? [...(element.labels ?? [])]
      : [];
  const text = (node: Element | null | undefined) => (node?.textContent ?? "").trim();
  const labelledBy = element
    .getAttribute("aria-labelledby")
    ?.split(" ")
    .map((id) => text(document.getElementById(id)))
    .join(" ");
  const name =
    element.getAttribute("aria-label") ??
    labelledBy ??
    (labels.length > 0 ? labels.map(text).join(" ") : text(element));
  const style = getComputedStyle(element);
  const box = element.getBoundingClientRect();
  const role =
    element.getAttribute("role") ??
    (element instanceof HTMLInputElement ? `input ${element.type}` : element.tagName.toLowerCase());
  return {
    role,
    name: name.replaceAll(/\s+/g, " "),
    visible: box.width > 1 && box.height > 1 && style.visibility === "visible",
    ring:
      (style.outlineStyle !== "none" && Number.parseFloat(style.outlineWidth) >= 1) ||
      style.boxShadow !== "none" ||
      element.closest(".cm-focused") !== null,
    inView: box.bottom > 0 && box.top < window.innerHeight && box.right > 0 && box.left < window.innerWidth,
    positiveTabIndex: element.tabIndex > 0,
  };
}

const MOST_STOPS = 140;

/**
 * Presses Tab until the focus is on what is wanted: its role (a tag, or `input checkbox`) and its name. On the way each
 * stop must be seen: there, in view, with a ring. Rejects when the page has been gone round without it.
 */
export async function tabTo(page: Page, wanted: { role?: string; name: string | RegExp }): Promise<void> {
  const passed: string[] = [];
  for (let count = 0; count < MOST_STOPS; count += 1) {
    const stop = await page.evaluate(readStop);
    if (stop !== null && stop.role !== "main") {
      // An editor draws its ring a moment after it has the focus.
      await expect
        .poll(() => page.evaluate(readStop), { message: `focus after ${passed.at(-1) ?? "nothing"} on ${page.url()}` })
        .toMatchObject({ visible: true, ring: true, inView: true, positiveTabIndex: false });
      const fits = typeof wanted.name === "string" ? stop.name === wanted.name : wanted.name.test(stop.name);
      if (fits && (wanted.role === undefined || wanted.role === stop.role)) return;
      passed.push(`${stop.role} ${stop.name.slice(0, 40)}`);
    }
    await page.keyboard.press("Tab");
  }
  throw new Error(
    `Tab never came to ${String(wanted.name)} on ${page.url()}; it passed ${passed.slice(0, 60).join(" | ")}`,
  );
}

/** Goes to a control by Tab and presses Enter on it. */
export async function pressOn(page: Page, wanted: { role?: string; name: string | RegExp }): Promise<void> {
  await tabTo(page, wanted);
  await page.keyboard.press("Enter");
}

/** What is called what the focus is on. */
export async function focusName(page: Page): Promise<string> {
  return (await page.evaluate(readStop))?.name ?? "";
}
