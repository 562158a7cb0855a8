import { formatNumber } from "~/lib/values/numbers";

/** `+12.3%`, `−3%`. */
export function signedPercent(change: number): string {
  const shown = formatNumber(Math.abs(change), 1);
  return `${shown === "0" ? "±" : change > 0 ? "+" : "−"}${shown}%`;
}

/** Whether a change is good: of some figures less is better. */
export function toneOf(change: number, { isLess }: { isLess: boolean }) {
  if (Math.abs(change) < 0.05) return "neutral" as const;
  return change > 0 !== isLess ? ("good" as const) : ("bad" as const);
}
