import { LOGS_LIMITS } from "@common/limits/logs";
import { readText, walkJson } from "@common/secrets/walk-json";
import { isClosed, withoutDateMaths } from "../access/indices";

// What a recorded call was about: the indices of its path, and those that its bodies and its answer name beside them.
// The record keeps both as one word each, so that an engine can tell by an expression who may find it.

/**
 * Stands for what is not known: the answer of an endpoint, a query that hides its text. It fits no pattern of
 * anybody's.
 */
export const UNKNOWN = "?";
/** All indices, and calls that name none. */
const ALL = "*";
/** A longer word is not searched by the engine. */
const LONGEST = LOGS_LIMITS.loggedIndices.most;
/** Names that say what they hold, wherever they stand in a kept text. */
const SECRET_INDEX = /\.(?:users|permissions|second_factors|publickey)\b/;
const ASKED = new Set(["index", "_index", "indices", "index_patterns"]);
const ANSWERED = new Set(["_index"]);
const NAMED_BY_MEMBERS = new Set(["indices_boost"]);

export type Named = { names: string[]; isUnknown: boolean; isHidden: boolean };

type State = { naming: boolean; members: boolean; wild: boolean };
const NOWHERE: State = { naming: false, members: false, wild: false };

function splitNames(text: string): string[] {
  return text.split(/[\s,"[\]]+/).filter((name) => name !== "");
}

/**
 * The indices that a body names; of an answer those alone that it shows documents of. `isHidden`: wild cards are to
 * reach hidden indices.
 */
export function namedIn(text: string, part: "asked" | "answered"): Named {
  const found: Named = { names: [], isUnknown: false, isHidden: false };
  if (text === "") return found;
  const naming = part === "asked" ? ASKED : ANSWERED;
  walkJson<State>({
    text,
    root: NOWHERE,
    enter: (above, name) => {
      const lower = name.toLowerCase();
      if (part === "asked" && (lower === "endpoint" || lower === "wrapper")) found.isUnknown = true;
      if (above.members) found.names.push(...splitNames(name));
      return { naming: naming.has(lower), members: NAMED_BY_MEMBERS.has(lower), wild: lower === "expand_wildcards" };
    },
    leaf: (state, { start, end }) => {
      if (!state.naming && !state.wild) return;
      const value = readText(text.slice(start, end));
      if (state.wild) found.isHidden ||= /hidden|all/.test(value);
      else found.names.push(...splitNames(value));
    },
  });
  return found;
}

const local = (name: string) => name.slice(name.lastIndexOf(":") + 1);

// As it is compared with patterns: what these do not mean as they stand is unknown. A name that is left out of a
// pattern reaches nothing.
function plainNames(names: readonly string[]): string[] {
  const kept = names.filter(
    (name, place) => !(name.startsWith("-") && names.slice(0, place).some((earlier) => earlier.includes("*"))),
  );
  return kept.map((name) =>
    name === "_all" ? ALL : /^[-<.]|[\\/:,?<>{}]/.test(name) && !/^\.(ds-|suggestions$)/.test(name) ? UNKNOWN : name,
  );
}

function wordOf(names: readonly string[]): string {
  const word = [...new Set(plainNames(names))].sort().join(",");
  return word === "" ? ALL : word.length > LONGEST ? UNKNOWN : word;
}

/**
 * How a record is found: by the indices of its path, by all that it names, and whether system indices are among them.
 */
export type RecordScope = { paths: string; scope: string; system: boolean };

/**
 * What a call was about. `texts` are the parts of its record that readers are shown; `isElsewhere` where another
 * server, or another call, answered.
 */
export function scopeOfCall({
  indices,
  asked,
  answered,
  isElsewhere,
  isHidden,
}: {
  indices: readonly string[];
  asked: readonly string[];
  answered: readonly string[];
  isElsewhere: boolean;
  isHidden: boolean;
}): RecordScope & { names: readonly string[] } {
  const found = [...asked.map((text) => namedIn(text, "asked")), ...answered.map((text) => namedIn(text, "answered"))];
  const names = [...new Set([...indices, ...found.flatMap((one) => one.names)])];
  const isUnknown = isElsewhere || found.some((one) => one.isUnknown);
  const hidden = isHidden || found.some((one) => one.isHidden);
  const reachesHidden = hidden && (names.length === 0 || names.some((name) => name.includes("*") || name === "_all"));
  const system =
    reachesHidden || names.some(isSystem) || [...asked, ...answered].some((text) => SECRET_INDEX.test(text));
  return { paths: wordOf(indices), scope: wordOf([...names, ...(isUnknown ? [UNKNOWN] : [])]), system, names };
}

/** Whether a name, a pattern or date maths stands for a system index, or may. */
export function isSystem(name: string): boolean {
  const plain = withoutDateMaths(local(name));
  return isClosed(plain) || (name.includes("<") && plain.startsWith("*"));
}

// Lucene's own signs, each for itself.
const quoted = (text: string) => text.replace(/[.?+|{}[\]()"\\#@&<>~^$*-]/g, "\\$&");

/**
 * An expression over such words for the patterns that somebody may use: each name is admitted by one of them. It admits
 * less than the patterns do where a name goes on behind one with a rare sign, never more.
 */
export function wordsWithin(patterns: readonly string[]): string {
  const one = patterns
    .filter((pattern) => pattern !== "")
    .map((pattern) => {
      const glob = pattern.split(/\*+/).map(quoted).join("[^,?]*");
      return pattern.endsWith("*") ? glob : `${glob}([.+-][^,?]*)?`;
    })
    .join("|");
  return `(${one})(,(${one}))*`;
}
