import { escapeText } from "~/lib/values/markup";
import { formatTick } from "../format";
import type { ValueFormat } from "../types";

/** How dark the steps of the scale are, from few to many. */
export const STEPS = [0.15, 0.35, 0.55, 0.78, 1];

/**
 * Where each step of the scale begins: as many times as much as the one before, in round numbers; fewer steps where
 * values lie close.
 */
export function boundsOf(values: readonly number[]): number[] {
  const [highest = 0, lowest = 0] = [values[0], values.findLast((value) => value > 0)];
  if (highest <= 0) return [];
  const ratio = (highest / lowest) ** (1 / STEPS.length);
  const between = STEPS.map((_, n) => Math.ceil(Number((lowest * ratio ** n).toPrecision(ratio < 2 ? 2 : 1))));
  return [...new Set([lowest, ...between.slice(1)])].filter((bound) => bound >= lowest && bound <= highest);
}

/** The step of a value: the last ones of the scale where it has fewer. */
export function stepOf(value: number, bounds: readonly number[]): number {
  return (
    Math.max(
      0,
      bounds.findLastIndex((bound) => value >= bound),
    ) +
    STEPS.length -
    bounds.length
  );
}

type Scale = { bounds: readonly number[]; highest: number; format: ValueFormat };

/** Each step with the number that it begins at, below the map. */
export function scaleOf({ bounds, highest, format }: Scale): string {
  const boxes = bounds.map((bound, n) => {
    const x = `${(n + 1) * 11}%`;
    const step = STEPS[n + STEPS.length - bounds.length];
    return `<rect x="${x}" width="11%" height="8" style="fill-opacity:${step}"/><text x="${x}" y="19" style="stroke:none">${escapeText(formatTick(bound, format))}</text>`;
  });
  const end =
    bounds.at(-1) === highest
      ? ""
      : `<text x="${(bounds.length + 1) * 11}%" y="19" style="stroke:none">${escapeText(formatTick(highest, format))}</text>`;
  return (
    `<svg y="100%" overflow="visible" style="fill:var(--series-1);stroke:var(--ink);stroke-width:.5" transform="translate(0 2)">` +
    `<rect width="11%" height="8" style="fill:var(--sunken)"/><text y="19" style="stroke:none">0</text>${boxes.join("")}${end}</svg>`
  );
}
