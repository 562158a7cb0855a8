import { ndcg, precision, reciprocalRank } from "@common/search-relevance/ranking";
import type { Expectation, RelevanceTest } from "./records.server";

/** What a search found: ids in their order, and how many documents match at all. */
export type Found = { ids: readonly string[]; total: number };

/**
 * Whether an expectation is met, and what was read for it: a place from 1 on, a count, a share. Null where the document
 * is not among the results.
 */
export type Check = {
  expectation: Expectation;
  met: boolean;
  reading: number | null;
  /** The place of the document that should be below; null where it is not among the results. */
  beside?: number | null;
};

const MEASURES = { ndcg, precision, reciprocalRank };

function placeOf(document: string, { ids }: Found): number | null {
  const place = ids.indexOf(document);
  return place < 0 ? null : place + 1;
}

function checkOne(
  expectation: Expectation,
  { found, grades }: { found: Found; grades: ReadonlyMap<string, number> },
): Omit<Check, "expectation"> {
  switch (expectation.kind) {
    case "within": {
      const place = placeOf(expectation.document, found);
      return { met: place !== null && place <= expectation.places, reading: place };
    }
    case "notEmpty":
      return { met: found.total > 0, reading: found.total };
    case "above": {
      const place = placeOf(expectation.document, found);
      const other = placeOf(expectation.other, found);
      return { met: place !== null && (other === null || place < other), reading: place, beside: other };
    }
    case "measure": {
      const reading = MEASURES[expectation.measure]({ results: found.ids, grades, places: expectation.places });
      return { met: reading >= expectation.least, reading };
    }
  }
}

/** Holds what was found against each expectation of a test, in their order. */
export function checkTest(
  { expectations, grades }: Pick<RelevanceTest, "expectations" | "grades">,
  found: Found,
): Check[] {
  const byDocument = new Map(Object.entries(grades));
  return expectations.map((expectation) => ({ expectation, ...checkOne(expectation, { found, grades: byDocument }) }));
}

/** How many results a search must give for the test to be read. */
export function placesNeeded({ expectations }: Pick<RelevanceTest, "expectations">): number {
  return Math.max(10, ...expectations.map((one) => ("places" in one ? one.places : 0)));
}

export type Change = "worse" | "better" | "same";

// A place that is not there is further down than any other.
function down({ expectation, reading }: Check): number {
  if (expectation.kind === "within" || expectation.kind === "above") return reading ?? Infinity;
  return -(reading ?? 0);
}

/**
 * What became of an expectation: whether it is met says more than what was read. More or fewer matches are no change as
 * long as there are some.
 */
export function changeOf(before: Check, after: Check): Change {
  if (before.met !== after.met) return after.met ? "better" : "worse";
  if (after.expectation.kind === "notEmpty") return "same";
  const [old, now] = [down(before), down(after)];
  if (old === now) return "same";
  return now > old ? "worse" : "better";
}
