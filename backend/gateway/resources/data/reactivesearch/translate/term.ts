import type { JsonObject, JsonValue } from "@common/text/json";
import { Refusal } from "@backend/gateway/platform/http/json/refusal";
import type { Query } from "../request/schema";
import { dataFields } from "./fields";
import { nested } from "./nested";
import { type Clause, isGiven } from "./types";

const LEVEL_SEPARATOR = " > ";

function missing(field: string): JsonObject {
  return { bool: { must_not: { exists: { field } } } };
}

// "Outdoor > Boots" asks one level of a tree after the other.
function levelClause(value: string, fields: readonly string[]): JsonObject {
  const terms = value.split(LEVEL_SEPARATOR).flatMap((level, depth): JsonObject[] => {
    const field = fields[depth];
    return field === undefined ? [] : [{ term: { [field]: level } }];
  });
  return { bool: { must: terms } };
}

// Only texts can name levels; anything else in the list counts for nothing.
function levelsClause(values: readonly JsonValue[], fields: readonly string[], query: Query): JsonObject {
  const clauses = values.flatMap((item) => (typeof item === "string" ? [levelClause(item, fields)] : []));
  return { bool: { [isOr(query) ? "should" : "must"]: clauses } };
}

function isOr({ queryFormat }: Query): boolean {
  return (queryFormat ?? "or") === "or";
}

function listClause(values: readonly JsonValue[], field: string, query: Query): Clause {
  if (!isOr(query)) return { bool: { must: values.map((value) => ({ term: { [field]: value } })) } };
  const label = query.missingLabel ?? "";
  const known = values.filter((value) => value !== label);
  const should: JsonObject[] = known.length > 0 ? [{ terms: { [field]: known } }] : [];
  if (query.showMissing && values.includes(label)) should.push(missing(field));
  return should.length > 0 ? { bool: { should } } : null;
}

function chosenClause(value: JsonValue, fields: readonly string[], query: Query): Clause {
  const [field = ""] = fields;
  if (Array.isArray(value))
    return fields.length > 1 ? levelsClause(value, fields, query) : listClause(value, field, query);
  return query.showMissing && value === (query.missingLabel ?? "") ? missing(field) : { term: { [field]: value } };
}

/** The clause of a facet: what is chosen in it; null where nothing is. Throws a Refusal without a data field. */
export function termClause(query: Query): Clause {
  const { value, selectAllLabel } = query;
  if (!isGiven(value) || value === "" || (Array.isArray(value) && value.length === 0)) return null;
  const fields = dataFields(query).map(({ field }) => field);
  const [field] = fields;
  if (field === undefined) throw new Refusal("field 'dataField' cannot be empty");
  if (
    selectAllLabel !== undefined &&
    (value === selectAllLabel || (Array.isArray(value) && value.includes(selectAllLabel)))
  ) {
    return query.showMissing ? { match_all: {} } : { exists: { field } };
  }
  const clause = chosenClause(value, fields, query);
  return clause && nested(clause, query);
}
