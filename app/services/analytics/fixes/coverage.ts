// How far the searches of a list are taken care of. Pure.
import type { Fix } from "./load-fixes.server";

/** Searches by what can be done about them; together all of the rows. */
export type Coverage = { found: number; inDraft: number; suggested: number; notInStock: number; open: number };

type Row = { name: string; count: number };

/**
 * Each row's searches, counted once: those that find something now, those that do with what waits in the reader's draft,
 * those that are not in stock by a note, those for which a fix is suggested that finds something, and the rest.
 */
export function coverageOf(
  rows: readonly Row[],
  { fixes, notes }: { fixes: Readonly<Record<string, Fix>>; notes: Readonly<Record<string, unknown>> },
): Coverage {
  const covered: Coverage = { found: 0, inDraft: 0, suggested: 0, notInStock: 0, open: 0 };
  for (const { name, count } of rows) {
    const fix = Object.hasOwn(fixes, name) ? fixes[name] : undefined;
    const isSuggested = fix?.proposals.some(({ results, withSynonym }) => (withSynonym ?? results) > 0) === true;
    if (fix?.results) covered.found += count;
    else if (fix?.inDraft) covered.inDraft += count;
    else if (Object.hasOwn(notes, name)) covered.notInStock += count;
    else if (isSuggested) covered.suggested += count;
    else covered.open += count;
  }
  return covered;
}
