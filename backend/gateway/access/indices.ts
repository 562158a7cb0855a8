import { type Caller, indexPatterns, isAdmin } from "../auth/types";
import { HttpError, unauthorized } from "../http/errors";

const WORD = /[\p{L}\p{N}_]/u;
/** Dot names that are no system index: Metricbeat's data streams and the popular suggestions. */
const OPEN_DOT_NAMES = /^\.(ds-|suggestions$)/;

// The text after a pattern's last literal may go on only behind a word border, and not with a wild card.
function endsWell(rest: string): boolean {
  return rest === "" || (!WORD.test(rest.charAt(0)) && rest.charAt(0) !== "*" && rest.charAt(0) !== "?");
}

// Middle pieces are taken at their first place; the last one may stand anywhere behind them where the name ends well.
function matchesPieces(name: string, pieces: readonly string[]): boolean {
  const [first = "", ...others] = pieces;
  if (!name.startsWith(first)) return false;
  const last = others.pop();
  if (last === undefined) return endsWell(name.slice(first.length));
  let place = first.length;
  for (const piece of others) {
    const found = name.indexOf(piece, place);
    if (found < 0) return false;
    place = found + piece.length;
  }
  if (last === "") return true;
  for (let found = name.indexOf(last, place); found >= 0; found = name.indexOf(last, found + 1)) {
    if (endsWell(name.slice(found + last.length))) return true;
  }
  return false;
}

/**
 * True when a credential's index pattern admits an index expression. `*` stands for anything, and a pattern that does not end in `*` also admits
 * names that go on behind a word border: `books` admits `books-2024`, not `oldbooks` [recorded]. A wild card in the expression itself is compared
 * as text and may not stand at that border, so it never reaches further than the pattern.
 */
export function patternAdmits(pattern: string, expression: string): boolean {
  if (/^\*+$/.test(pattern)) return true;
  if (expression === "_all" || expression === "") return false;
  return matchesPieces(expression, pattern.split(/\*+/));
}

// `<logs-{now/d}>` names an index by date: what stands in braces may become anything.
function withoutDateMaths(expression: string): string {
  if (!expression.startsWith("<")) return expression;
  const inner = expression.slice(1, expression.endsWith(">") ? -1 : undefined);
  const brace = inner.indexOf("{");
  return brace < 0 ? inner : `${inner.slice(0, brace)}*`;
}

/** True for the name of a system index, or a pattern of such names. */
export function isClosed(expression: string): boolean {
  if (!expression.startsWith(".")) return false;
  return !OPEN_DOT_NAMES.test(expression);
}

/** Splits a path segment or a list in a body into index expressions. */
export function splitIndices(text: string): string[] {
  return text.split(",").filter((part) => part !== "");
}

// `cluster:books` is an index of another cluster, which only a pattern that names clusters admits; `books::data` a part of a data stream.
function admits(pattern: string, expression: string): boolean {
  const isRemote = expression.replace(/::\w+$/, "").includes(":");
  return (!isRemote || pattern.includes(":") || /^\*+$/.test(pattern)) && patternAdmits(pattern, expression);
}

/**
 * Refuses index expressions that the caller may not use: those that no pattern of his admits, and, for everyone but admins, system indices
 * (dot names) however they are written: by a pattern, by date maths, or behind a cluster's name.
 */
export function checkIndices(caller: Caller, expressions: readonly string[]): void {
  if (isAdmin(caller)) return;
  const patterns = indexPatterns(caller);
  const refused = expressions.filter((expression, place) => {
    const local = expression.includes(":") ? expression.slice(expression.lastIndexOf(":") + 1) : expression;
    if (local.startsWith("-") && expressions.slice(0, place).some((earlier) => earlier.includes("*"))) return false;
    const name = withoutDateMaths(local);
    // Date maths that begins with a brace may write any name, a system index included.
    if (isClosed(name) || (local.startsWith("<") && name.startsWith("*"))) return true;
    return !patterns.some((pattern) => admits(pattern, local === expression ? name : expression));
  });
  if (refused.length > 0) throw unauthorized(`credentials cannot access [${expressions.join(" ")}] index/indices`);
}

/** Refuses callers without the pattern `*` on routes that name no index. */
export function checkClusterLevel(caller: Caller): void {
  if (indexPatterns(caller).some((pattern) => /^\*+$/.test(pattern))) return;
  throw unauthorized("credentials cannot access cluster level routes");
}

/** True when the caller may use every index but the system ones. */
export function mayUseAllIndices(caller: Caller): boolean {
  return indexPatterns(caller).some((pattern) => /^\*+$/.test(pattern));
}

/**
 * Refuses an index name that begins with an underscore: the engine would read it as one of its other calls (`PUT /_settings`, `/_scripts/…`).
 * `_all` stands for every index. Throws 400 in the engine's words, which differ by whether an index is made.
 */
export function requireIndexName(name: string, making = false): void {
  if (!name.startsWith("_") || name === "_all" || name.startsWith("_all,")) return;
  const rule = making ? "must not start with '_', '-', or '+'" : "must not start with '_'.";
  const reason = `Invalid index name [${name}], ${rule}`;
  const cause = { type: "invalid_index_name_exception", reason };
  throw new HttpError(400, `elastic: Error 400 (Bad Request): ${reason} [type=invalid_index_name_exception]`, { cause });
}
