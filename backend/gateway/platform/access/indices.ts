import { patternAdmits } from "@common/text/index-pattern";
import { type Caller, indexPatterns, isAdmin } from "../auth/types";
import { HttpError, unauthorized } from "../http/errors";

/** Dot names that are no system index: Metricbeat's data streams and the popular suggestions. */
const OPEN_DOT_NAMES = /^\.(ds-|suggestions$)/;

/** The name that `<logs-{now/d}>` stands for, as a pattern: what stands in braces may become anything. */
export function withoutDateMaths(expression: string): string {
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

// `cluster:books` is an index of another cluster, which only a pattern that names clusters admits; `books::data` a part
// of a data stream.
function admits(pattern: string, expression: string): boolean {
  const isRemote = expression.replace(/::\w+$/, "").includes(":");
  return (!isRemote || pattern.includes(":") || /^\*+$/.test(pattern)) && patternAdmits(pattern, expression);
}

/**
 * Refuses index expressions that the caller may not use: those that no pattern of his admits, and, for everyone but
 * admins, system indices
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
    // No index is called so, and what stands before the engine may read it as the way to another one.
    if (/[\\/]/.test(name)) return true;
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
 * Whether a caller may use each of some indices, by their names or patterns: what belongs to others is not shown to
 * him. A system index is an admin's alone.
 */
export function mayUseAll(caller: Caller, names: readonly string[]): boolean {
  if (isAdmin(caller)) return true;
  const patterns = indexPatterns(caller);
  return names.every((name) => !isClosed(name) && patterns.some((pattern) => admits(pattern, name)));
}

/**
 * Refuses an index name that begins with an underscore: the engine would read it as one of its other calls (`PUT
 * /_settings`, `/_scripts/…`).
 * `_all` stands for every index. Throws 400 in the engine's words, which differ by whether an index is made.
 */
export function requireIndexName(name: string, making = false): void {
  if (!name.startsWith("_") || name === "_all" || name.startsWith("_all,")) return;
  const rule = making ? "must not start with '_', '-', or '+'" : "must not start with '_'.";
  const reason = `Invalid index name [${name}], ${rule}`;
  const cause = { type: "invalid_index_name_exception", reason };
  throw new HttpError(400, `elastic: Error 400 (Bad Request): ${reason} [type=invalid_index_name_exception]`, {
    cause,
  });
}
