import type { FieldRights } from "../access/field-rights";
import { everyName, namePattern, type NamePattern } from "./names";

/** Steps for one comparison. */
const EFFORT = 20_000;

// What lies below a field belongs to it.
function setOf(pattern: string): NamePattern {
  return namePattern(pattern, (letter) => letter === ".");
}

function isAmong(list: readonly string[], others: readonly string[]): boolean {
  const known = new Set(others);
  return list.every((one) => known.has(one));
}

function isPlainlyWithin(rights: FieldRights, other: FieldRights): boolean {
  return isAmong(rights.includes, other.includes) && isAmong(other.excludes, rights.excludes);
}

/** True when every field that one may see is seen by one of the others; null stands for every field. */
export function seesNoMore(rights: FieldRights | null, others: readonly (FieldRights | null)[]): boolean {
  const limited = others.filter((other) => other !== null);
  if (limited.length < others.length) return true;
  const mine = rights ?? { includes: ["*"], excludes: [] };
  if (limited.some((other) => isPlainlyWithin(mine, other))) return true;
  const effort = {
    left:
      EFFORT -
      [mine, ...limited].reduce((sum, { includes, excludes }) => sum + [...includes, ...excludes].join().length, 0),
  };
  if (effort.left < 0) return false;
  const sets = [mine, ...limited].flatMap(({ includes, excludes }) => [includes.map(setOf), excludes.map(setOf)]);
  return everyName({
    sets,
    effort,
    holds: (isIn) => {
      const seen = [mine, ...limited].map((_, at) => (isIn[2 * at] ?? false) && !isIn[2 * at + 1]);
      return !seen[0] || seen.some((one, at) => at > 0 && one);
    },
  });
}
