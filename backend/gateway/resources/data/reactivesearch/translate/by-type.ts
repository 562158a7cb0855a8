import type { Query } from "../request/schema";
import { geoClause } from "./geo";
import { rangeClause } from "./range";
import { searchClause } from "./search";
import { termClause } from "./term";
import { type Clause, isGiven } from "./types";

/**
 * What a query asks for, and the documents that rules promote in it: they are found too, for totals and for those that
 * react to it, whatever its text. Filters that it reacts to hold for them as well.
 */
export function withPins(clause: Clause, { pins }: Pick<Query, "pins">): Clause {
  return clause === null || pins === undefined
    ? clause
    : { bool: { should: [clause, pins.clause], minimum_should_match: 1 } };
}

/** What a query's value asks for, as seen by queries that react to it. */
export function clauseOf(query: Query): Clause {
  switch (query.type) {
    case "term":
      return termClause(query);
    case "range":
      return rangeClause(query);
    case "geo":
      return geoClause(query);
    case "search":
    case "suggestion":
      return searchClause(query);
  }
}

/** What a query asks for itself: a facet never narrows itself, a range does, by `range` before `value`. */
export function ownClauseOf(query: Query): Clause {
  if (query.type === "term") {
    // Not asked, but read all the same: a value without a data field is refused.
    termClause(query);
    return null;
  }
  if (query.type === "range") return rangeClause(query, isGiven(query.range) ? query.range : query.value);
  return clauseOf(query);
}
