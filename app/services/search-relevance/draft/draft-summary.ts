// What waits in a draft, in short. Pure.
import { countOf } from "~/lib/values/numbers";
import { declaredSettings, keyOf } from "../declared";
import type { SettingChange } from "./setting-change";

/**
 * `text` says what the changes are and how they take effect: "Weights 2, match, typo tolerance · no re-index needed".
 */
export type DraftSummary = { total: number; text: string; inPlace: number; reindex: number };

const MOST_NAMED = 4;

/**
 * Sums the changes of a draft up: settings by name, those of several fields with how many; `tellsEffects` where it is
 * known how they take effect.
 */
export function summaryOf(
  changes: readonly SettingChange[],
  { tellsEffects = true }: { tellsEffects?: boolean } = {},
): DraftSummary {
  const keys = [...new Set(changes.map(({ key }) => key))];
  const parts = keys.map((key) => {
    const own = changes.filter((change) => change.key === key);
    const label = declaredSettings.find((setting) => keyOf(setting) === key)?.label ?? own[0]?.group ?? key;
    return own.length > 1 || own.some(({ field }) => field !== null) ? `${label} ${own.length}` : label;
  });
  const having = (effect: string) => changes.filter((change) => change.effect === effect).length;
  const sums = { total: changes.length, inPlace: having("in place"), reindex: having("re-index") };
  return {
    ...sums,
    text: [...(changes.length > 0 ? [named(parts), ...(tellsEffects ? [effects(sums)] : [])] : [])].join(" · "),
  };
}

function named(parts: readonly string[]): string {
  const more = parts.length - MOST_NAMED;
  return [
    ...parts.slice(0, MOST_NAMED).map((part, at) => (at === 0 ? part : lowered(part))),
    ...(more > 0 ? [`${more} more`] : []),
  ].join(", ");
}

function effects({ inPlace, reindex }: { inPlace: number; reindex: number }): string {
  return [
    ...(inPlace > 0 ? [`${inPlace} in place`] : []),
    reindex === 0 ? "no re-index needed" : `${countOf(reindex, "needs", "need")} a re-index`,
  ].join(", ");
}

// "N-gram length" keeps its capital.
const lowered = (label: string) =>
  /^[A-Z][a-z]/.test(label) ? `${label.charAt(0).toLowerCase()}${label.slice(1)}` : label;
