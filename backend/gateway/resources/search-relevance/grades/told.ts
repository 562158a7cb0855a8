import { requireAllTold } from "@backend/gateway/platform/fields/kept-whole";
import type { Reader } from "@backend/gateway/platform/fields/readers";
import type { GradedTerm } from "./store";

// Ids of documents are told as they are everywhere; they stand beside hits and figures too.

/** Graded search terms as a reader may have them: those that name no field which is closed to him. */
export function toldTerms(terms: readonly GradedTerm[], reader: Reader | null): readonly GradedTerm[] {
  return reader ? terms.filter(({ query }) => !reader.isNamed(query)) : terms;
}

/** Refuses to replace or remove grades of terms of which one is not told to the caller. Throws 401. */
export function requireTermsTold(terms: readonly GradedTerm[], reader: Reader): void {
  requireAllTold({ kept: { terms }, told: { terms: toldTerms(terms, reader) }, what: "these grades" });
}
