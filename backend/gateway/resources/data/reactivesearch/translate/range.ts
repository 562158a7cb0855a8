import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import { Refusal } from "@backend/gateway/platform/http/json/refusal";
import type { Query } from "../request/schema";
import { dataFields } from "./fields";
import { nested } from "./nested";
import { type Clause, isGiven } from "./types";

/** Ends of a range; either may be missing. */
export type Span = { start?: JsonValue; end?: JsonValue; boost?: JsonValue };

/**
 * Reads `{start, end, boost}`; other keys (`label` of some clients) are ignored. Throws a Refusal where it is no
 * object.
 */
export function readSpan(value: JsonValue): Span {
  if (!isJsonObject(value)) throw new Refusal("invalid range value");
  const { start, end, boost } = value;
  return {
    ...(isGiven(start) ? { start } : {}),
    ...(isGiven(end) ? { end } : {}),
    ...(isGiven(boost) && typeof boost !== "string" ? { boost } : {}),
  };
}

function spanClause(value: JsonValue, query: Query): Clause {
  const { start, end, boost } = readSpan(value);
  if (start === undefined && end === undefined) return null;
  const [first] = dataFields(query);
  if (!first) throw new Refusal("field 'dataField' cannot be empty");
  // "or" and "and" are what some clients send by habit; anything else is a date format.
  const format: JsonObject =
    query.queryFormat !== undefined && query.queryFormat !== "or" && query.queryFormat !== "and"
      ? { format: query.queryFormat }
      : {};
  const range: JsonObject = {
    range: {
      [first.field]: {
        ...(start === undefined ? {} : { gte: start }),
        ...(end === undefined ? {} : { lte: end }),
        ...format,
        ...(boost === undefined ? {} : { boost }),
      },
    },
  };
  if (!query.includeNullValues) return range;
  return { bool: { should: [range, { bool: { must_not: { exists: { field: first.field } } } }] } };
}

/**
 * The clause of a range query for `value` (one span or a list of them); null where it is open on both sides. Throws a
 * Refusal on other shapes.
 */
export function rangeClause(query: Query, value = query.value): Clause {
  if (!isGiven(value)) return null;
  if (!Array.isArray(value)) {
    const clause = spanClause(value, query);
    return clause && nested(clause, query);
  }
  const clauses = value.map((item) => spanClause(item, query));
  const should = clauses.filter((clause) => clause !== null);
  // One span without ends takes everything in, so the list asks nothing.
  if (should.length === 0 || should.length < clauses.length) return null;
  return nested({ bool: { should, minimum_should_match: 1, boost: 1 } }, query);
}
