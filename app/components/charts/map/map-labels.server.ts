import { escapeText } from "~/lib/values/markup";
import { formatTick } from "../format";
import { MAP_HEIGHT, MAP_WIDTH } from "./map-projection.server";
import { round } from "../svg.server";
import type { ValueFormat } from "../types";

type Labelled = { at: readonly [number, number]; value: number; /** A dot has its number above it. */ dot: boolean };

/** Widths of a map in px: on a phone, and where there is room. */
const NARROW = 330;
const ROOMY = 700;
/** Of a letter and of a line, in px. */
const LETTER = 6.5;
const LINE = 13;
const MOST = 12;

/**
 * The numbers of countries on the map, most first, as many as do not touch; those that a phone has no room for are left
 * out there. Letters keep their size: they are placed by shares of the map.
 */
export function labelsOf(countries: readonly Labelled[], format: ValueFormat): string {
  const [phone, screen] = [roomOn(NARROW), roomOn(ROOMY)];
  const labels: string[] = [];
  for (const { at, value, dot } of countries) {
    if (labels.length >= MOST) break;
    const text = formatTick(value, format);
    const place = { x: at[0] / MAP_WIDTH, y: at[1] / MAP_HEIGHT, text };
    const onPhone = phone(place);
    if (!screen(place)) continue;
    const [x, y] = [round(place.x * 100), round(place.y * 100)];
    labels.push(
      `<text class="value${onPhone ? "" : " roomy"}" x="${x}%" y="${y}%" dy="${dot ? "-.7em" : ".35em"}" text-anchor="middle">${escapeText(text)}</text>`,
    );
  }
  return labels.join("");
}

/** Takes the room of a label on a map of that width, unless another one has it. */
function roomOn(width: number) {
  const taken: { x: number; y: number; half: number }[] = [];
  return ({ x, y, text }: { x: number; y: number; text: string }) => {
    const box = { x: x * width, y: (y * width) / 2, half: (text.length * LETTER) / 2 };
    if (box.x < box.half || box.x > width - box.half || box.y < LINE || box.y > width / 2 - LINE / 2) return false;
    if (taken.some((other) => Math.abs(other.x - box.x) < other.half + box.half && Math.abs(other.y - box.y) < LINE))
      return false;
    taken.push(box);
    return true;
  };
}
