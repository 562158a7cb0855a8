import { LOGS_LIMITS } from "@common/limits/logs";
import { badRequest } from "@backend/gateway/platform/http/errors";
import type { SignedContext } from "@backend/gateway/platform/http/types";
import { bodyClauses } from "./visible";

// Filters of this server's own, which a ReactiveSearch server does not know and leaves aside. A list that was filtered
// by them names them under `filters`, so that a client can tell.

const MAX_LENGTH = LOGS_LIMITS.filter.most;

/** Parameters by which this server filters its request log beside the wire's own. */
export const OWN_FILTERS = ["text", "user", "status", "address", "route", "reason", "by"] as const;
export type OwnFilter = (typeof OWN_FILTERS)[number];

function statusClause(given: string): object {
  const kind = /^([1-5])xx$/i.exec(given)?.[1];
  if (kind !== undefined)
    return { range: { "response.code": { gte: Number(kind) * 100, lt: Number(kind) * 100 + 100 } } };
  if (/^[1-5]\d\d$/.test(given)) return { term: { "response.code": Number(given) } };
  throw badRequest(`invalid value ${JSON.stringify(given)} for query param "status"`);
}

/** Routes whose paths name an index at most; those of others may name fields. */
const PLAIN_ROUTE = "[^:*]*(:index[^:*]*)?";

// What somebody whose fields are limited is told of a path, whatever else it names: records.ts.
function toldPath(path: object, holding: (field: string) => object): object {
  const plain = { bool: { filter: [path, { regexp: { "origin.route": { value: PLAIN_ROUTE } } }] } };
  return { bool: { should: [plain, holding("origin.route"), holding("indices")], minimum_should_match: 1 } };
}

// All words, the last one as the beginning of one; among the bodies that the reader may see. Elsewhere the path alone
// is searched, as he sees no more of it.
function textClause(text: string, context: SignedContext): object {
  const holding = (field: string) => ({ wildcard: { [field]: { value: `*${text.replace(/[\\*?]/g, "\\$&")}*` } } });
  const path = holding("request.uri");
  const seen = bodyClauses(context);
  if (seen === null) return toldPath(path, holding);
  const words = (field: string) => ({ match_bool_prefix: { [field]: { query: text, operator: "and" } } });
  const inBodies = {
    bool: { should: [words("origin.url"), words("origin.text")], minimum_should_match: 1, filter: seen },
  };
  return seen.length === 0 ? inBodies : { bool: { should: [path, inBodies], minimum_should_match: 1 } };
}

// Records of older servers do not say it: they count as calls of applications.
function callerClause(by: string): object {
  const isConsole = { term: { "origin.console": true } };
  if (by === "console") return isConsole;
  if (by === "apps") return { bool: { must_not: isConsole } };
  throw badRequest(`invalid value ${JSON.stringify(by)} for query param "by"`);
}

const clauses: Record<OwnFilter, (given: string, context: SignedContext) => object> = {
  text: textClause,
  user: (name) => ({ term: { "origin.name": name } }),
  status: statusClause,
  address: (address) => ({ term: { "origin.address": address } }),
  route: (route) => ({ term: { "origin.route": route } }),
  reason: (reason) => ({ term: { "origin.reason": reason } }),
  by: callerClause,
};

/**
 * What of a call is filtered by our own parameters: their names, and a clause for each. Throws 400 for a value that
 * cannot be one.
 */
export function ownFilters(context: SignedContext): { names: OwnFilter[]; clauses: object[] } {
  const names = OWN_FILTERS.filter((name) => (context.query[name] ?? "").trim() !== "");
  const given = (name: OwnFilter) => (context.query[name] ?? "").trim().slice(0, MAX_LENGTH);
  return { names, clauses: names.map((name) => clauses[name](given(name), context)) };
}
