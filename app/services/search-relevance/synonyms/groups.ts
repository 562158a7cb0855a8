// Groups of synonyms as text: one on a line, `sofa,couch` or `tv,telly => television`. Pure.

import { KEPT_LIMITS } from "@common/limits/kept";

export const synonymTypes = ["equivalent", "one-way"] as const;
export type SynonymType = (typeof synonymTypes)[number];

/** Words that mean the same, or words for which others (`meant`) are looked for. */
export type Group = { words: string[]; meant: string[] | null };

/** Letters of a group: what servers keep at most. */
export const LONGEST_GROUP = KEPT_LIMITS.synonym.most;

export type Read = { ok: true; group: Group } | { ok: false; problem: string };
const wrong = (problem: string): Read => ({ ok: false, problem });

const UNPRINTABLE = /[\0-\x1f\x7f\u2028\u2029]/;

/** A word as it is kept: lower-case, with single spaces. */
const wordOf = (text: string) => text.trim().replace(/\s+/g, " ").toLowerCase();
const wordsOf = (text: string) => [...new Set(text.split(",").map(wordOf))];

/** Reads one group, lower-cased and each word once; or says what is wrong with it. */
export function readGroup(line: string): Read {
  const text = line.trim();
  if (text.length > LONGEST_GROUP)
    return wrong(`A group has at most ${LONGEST_GROUP.toLocaleString("en-US")} characters.`);
  if (UNPRINTABLE.test(text.replace(/\t/g, " "))) return wrong("It has characters that cannot be printed.");
  // Engines read the one as an escape and leave lines with the other out.
  if (text.includes("\\")) return wrong("A backslash is not possible in a word.");
  if (text.startsWith("#"))
    return wrong("The first word must not start with #: search engines take the line for a comment.");
  const [left = "", right, ...more] = text.split("=>");
  if (more.length > 0) return wrong("Use => only once.");
  const [words, meant] = [wordsOf(left), right === undefined ? null : wordsOf(right)];
  if (words.includes("") || meant?.includes(""))
    return wrong("A word is missing: write words between commas, as in sofa,couch.");
  if (meant === null && words.length < 2) return wrong("A group needs at least two different words, as in sofa,couch.");
  return { ok: true, group: { words, meant } };
}

/** The text of a group, as servers and engines have it. */
export function expressionOf({ words, meant }: Group): string {
  return meant === null ? words.join(",") : `${words.join(",")} => ${meant.join(",")}`;
}

/** A group as a person reads it: "sci-fi = science fiction", "tv → television". */
export function inWords(expression: string): string {
  const read = readGroup(expression);
  if (!read.ok) return expression;
  const { words, meant } = read.group;
  return meant === null ? words.join(" = ") : `${words.join(", ")} → ${meant.join(", ")}`;
}

/** The type of a group, from its text. */
export const typeOf = (expression: string): SynonymType => (expression.includes("=>") ? "one-way" : "equivalent");

/**
 * The same for two texts that mean the same group: order and capitals aside. A text that is no group stands for itself.
 */
export function meaningOf(expression: string): string {
  const read = readGroup(expression);
  if (!read.ok) return expression.trim();
  const { words, meant } = read.group;
  return expressionOf({ words: words.toSorted(), meant: meant?.toSorted() ?? null });
}
