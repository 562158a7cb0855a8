import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import type { Query } from "../request/schema";
import { clauseOf, withPins } from "./by-type";
import { reactedOptions, shared } from "./options";
import type { Clause } from "./types";
import { isGiven } from "./types";

const CONJUNCTIONS = ["and", "or", "not"] as const;
type Conjunction = (typeof CONJUNCTIONS)[number];
const OCCURS = { and: "must", or: "should", not: "must_not" } as const;

/**
 * What reacting to others adds to a query: clauses, in the order and, or, not; and options of those others (highlight,
 * sort, collapse…).
 */
export type Reaction = { clauses: JsonObject[]; options: JsonObject };
type Scope = { queries: readonly Query[]; options: JsonObject };

function clauseById(id: string, scope: Scope): Clause {
  const query = scope.queries.find((known) => known.id === id);
  if (!query) return null;
  Object.assign(scope.options, shared(reactedOptions(query)), shared(query.customQuery ?? {}));
  const custom = query.customQuery?.["query"];
  return withPins(isGiven(custom) && isJsonObject(custom) ? custom : clauseOf(query), query);
}

function combined(conjunction: Conjunction, clause: JsonObject | JsonObject[]): JsonObject {
  return { bool: { [OCCURS[conjunction]]: clause, ...(conjunction === "or" ? { minimum_should_match: 1 } : {}) } };
}

// Objects inside of a list stand beside the ids of that list; the real server loses the ids there.
function clauseOfItem(item: JsonValue, scope: Scope): JsonObject[] {
  if (typeof item === "string") {
    const clause = clauseById(item, scope);
    return clause ? [clause] : [];
  }
  if (!isJsonObject(item)) return [];
  const inner = clausesOf(item, scope);
  const [only] = inner;
  return only && inner.length === 1 ? [only] : inner.length > 1 ? [{ bool: { must: inner } }] : [];
}

function clausesFor(conjunction: Conjunction, react: JsonValue, scope: Scope): JsonObject[] {
  if (isJsonObject(react)) return clausesOf(react, scope);
  if (typeof react === "string") {
    const clause = clauseById(react, scope);
    return clause ? [combined(conjunction, clause)] : [];
  }
  if (!Array.isArray(react)) return [];
  const [only] = react;
  // An expression alone in a list is that expression.
  if (react.length === 1 && only !== undefined && isJsonObject(only)) return clausesOf(only, scope);
  const clauses = react.flatMap((item) => clauseOfItem(item, scope));
  return clauses.length > 0 ? [combined(conjunction, clauses)] : [];
}

function clausesOf(react: JsonObject, scope: Scope): JsonObject[] {
  return CONJUNCTIONS.flatMap((conjunction) => {
    const part = react[conjunction];
    return isGiven(part) ? clausesFor(conjunction, part, scope) : [];
  });
}

/** The ids that an expression of `react` names, however deep. */
export function reactedIds(react: JsonValue | undefined): string[] {
  if (typeof react === "string") return [react];
  if (Array.isArray(react)) return react.flatMap(reactedIds);
  if (react === undefined || !isJsonObject(react)) return [];
  return CONJUNCTIONS.flatMap((conjunction) => reactedIds(react[conjunction]));
}

/**
 * Reads `react`. Ids that the request does not hold count for nothing, chains are not followed. Throws a Refusal where
 * a named query has an odd value.
 */
export function reactTo(query: Query, queries: readonly Query[]): Reaction {
  const options: JsonObject = {};
  const clauses = query.react ? clausesOf(query.react, { queries, options }) : [];
  return { clauses, options };
}
