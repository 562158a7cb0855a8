import { isOfWord, patternAdmits } from "@common/text/index-pattern";
import { type Effort, everyName, namePattern, type NamePattern } from "./names";

const EVERY = /^\*+$/;
/** Steps for one comparison of two lists. */
const EFFORT = 20_000;

// As indices are admitted: a pattern without a star at its end admits names that go on behind a word border.
function setOf(pattern: string): NamePattern {
  return namePattern(pattern, (letter) => pattern !== "" && !isOfWord(letter) && letter !== "*" && letter !== "?");
}

function beginning(pattern: string): string {
  const star = pattern.indexOf("*");
  return star < 0 ? pattern : pattern.slice(0, star);
}

// Two patterns whose beginnings differ have no name in common.
function mayMeet(one: string, other: string): boolean {
  const [left, right] = [beginning(one), beginning(other)];
  return left.startsWith(right) || right.startsWith(left);
}

function isWithin(pattern: string, others: readonly string[], effort: Effort): boolean {
  // To look at a beginning is little work.
  effort.left -= others.length / 20;
  if (effort.left < 0) return false;
  const near = others.filter((other) => mayMeet(pattern, other));
  effort.left -= near.reduce((sum, other) => sum + other.length, 0) + near.length * pattern.length;
  if (effort.left < 0) return false;
  // A star of the inner pattern that is read as a letter is met by stars alone.
  if (near.some((other) => patternAdmits(other, pattern))) return true;
  return everyName({
    sets: [[setOf(pattern)], near.map(setOf)],
    holds: ([inner, outer]) => !inner || (outer ?? false),
    effort,
  });
}

/**
 * The index patterns that admit a name which none of the others admits, and the star where it does not stand among
 * them: only a star of one's own opens the calls that name no index. Lists too long to be compared are looked through
 * by their letters alone.
 */
export function indicesBeyond(patterns: readonly string[], others: readonly string[]): string[] {
  if (others.some((other) => EVERY.test(other))) return [];
  const known = new Set(others);
  const effort = { left: EFFORT };
  return [...new Set(patterns)].filter(
    (pattern) => !known.has(pattern) && (EVERY.test(pattern) || !isWithin(pattern, others, effort)),
  );
}
