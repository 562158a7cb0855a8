import { fits } from "@common/text/glob";
import { type Caller, isAdmin } from "../auth/types";
import { unauthorized } from "../http/errors";
import { isClosed } from "./indices";

/** A system index that an alias leads to, whether the index is hidden or not. */
export type BehindAlias = { alias: string; index: string };

/** Those of an engine's aliases that lead to system indices. */
export function behindAliases(
  aliases: Readonly<Record<string, { aliases: Readonly<Record<string, unknown>> }>>,
): BehindAlias[] {
  return Object.entries(aliases).flatMap(([index, { aliases: names }]) =>
    isClosed(index) ? Object.keys(names).map((alias) => ({ alias, index })) : [],
  );
}

// The next piece of what is written in pieces may be made at any moment.
function excluded(index: string): string {
  const digit = index.search(/\d{1,20}$/);
  return `-${digit < 0 ? index : index.slice(0, digit)}*`;
}

// Patterns, beside the plain star, which finds no aliases.
function mayReachBehind(expressions: readonly string[]): boolean {
  return expressions.length === 1 && expressions[0] === "*"
    ? false
    : expressions.some((one) => one.includes("*") && !one.startsWith("-"));
}

/**
 * What is to stand behind a list of expressions so that its patterns lead to no system index: an engine finds a hidden
 * index by a pattern of its alias, if that is not hidden too. The plain star finds no aliases.
 */
export function exclusions(expressions: readonly string[], behind: readonly BehindAlias[]): string[] {
  if (!mayReachBehind(expressions)) return [];
  const patterns = expressions.filter((one) => one.includes("*") && !one.startsWith("-"));
  const found = behind.filter(({ alias, index }) =>
    patterns.some((pattern) => fits(pattern, alias) || fits(pattern, index)),
  );
  return [...new Set(found.map(({ index }) => excluded(index)))];
}

type Asked = { caller: Caller; behind: () => Promise<readonly BehindAlias[]> };

/**
 * A list of expressions as it goes on in a path: for who is no admin without the system indices that its patterns
 * reach.
 */
export async function openExpressions(
  expressions: readonly string[],
  { caller, behind }: Asked,
): Promise<readonly string[]> {
  if (isAdmin(caller) || !mayReachBehind(expressions)) return expressions;
  return [...expressions, ...exclusions(expressions, await behind())];
}

/** Refuses lists of expressions, of who is no admin, whose patterns reach system indices. Throws 401. */
export async function requireOpen(lists: readonly (readonly string[])[], { caller, behind }: Asked): Promise<void> {
  const asked = isAdmin(caller) ? [] : lists.filter(mayReachBehind);
  for (const list of asked)
    if (exclusions(list, await behind()).length > 0)
      throw unauthorized(`credentials cannot access [${list.join(" ")}] index/indices`);
}
