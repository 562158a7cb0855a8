// What waits in a draft, in short. Pure, shared with the browser.
import { countOf } from "~/lib/numbers";
import { declaredSettings, keyOf } from "./declared";
import type { SettingChange } from "./draft";

/** `parts` are settings and how many fields of each change, null where a setting is one value. */
export type DraftSummary = { total: number; parts: { label: string; count: number | null }[]; inPlace: number; reindex: number };

/** Sums the changes of a draft up. */
export function summaryOf(changes: readonly SettingChange[]): DraftSummary {
  const keys = [...new Set(changes.map(({ key }) => key))];
  const parts = keys.map((key) => {
    const own = changes.filter((change) => change.key === key);
    const setting = declaredSettings.find((one) => keyOf(one) === key);
    const counted = own.some(({ field }) => field !== null);
    return { label: setting?.label ?? own[0]?.group ?? key, count: counted ? own.length : null };
  });
  const having = (effect: string) => changes.filter((change) => change.effect === effect).length;
  return { total: changes.length, parts, inPlace: having("in place"), reindex: having("re-index") };
}

const MOST_NAMED = 4;

/** "Weights 2, match, fuzziness · no re-index needed" */
export function summaryText({ parts, inPlace, reindex }: DraftSummary): string {
  const named = parts.slice(0, MOST_NAMED).map(({ label, count }, at) => `${at === 0 ? label : lowered(label)}${count === null ? "" : ` ${count}`}`);
  const more = parts.length - named.length;
  const what = [...named, ...(more > 0 ? [`${more} more`] : [])].join(", ");
  const how = [...(inPlace > 0 ? [`${inPlace} in place`] : []), reindex === 0 ? "no re-index needed" : `${countOf(reindex, "needs", "need")} a re-index`].join(
    ", ",
  );
  return `${what} · ${how}`;
}

// "N-gram length" keeps its capital.
const lowered = (label: string) => (/^[A-Z][a-z]/.test(label) ? `${label.charAt(0).toLowerCase()}${label.slice(1)}` : label);
