import type { Chance } from "./chance";

/** A document as a search gives it. */
export type Document = { id: string; index: string; source: Readonly<Record<string, unknown>> };

/**
 * What visitors look for and in which fields: words that stand in the documents, and a field with few values to narrow
 * by.
 */
export type Catalogue = { fields: string[]; terms: string[]; facet: string | null };

const LETTERS = /\p{L}+/gu;
/** A word that one searches for has so many letters at least. */
const LONG = 4;
const SEARCHED = 2;
const FACET_VALUES = 40;

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(LETTERS) ?? [];
}

// A word, two with what stands between them, or a short value as a whole.
function termOf(words: readonly string[], chance: Chance): string {
  const long = words.flatMap((word, at) => (word.length >= LONG ? [at] : []));
  if (long.length === 0) return "";
  if (words.length <= 3 && chance.is(0.3)) return words.join(" ");
  const place = chance.below(long.length);
  const end = chance.is(0.35) ? (long[place + 1] ?? long[place]) : long[place];
  return words.slice(long[place], (end ?? 0) + 1).join(" ");
}

/** Learns from some documents what one would look for in them. Throws where they hold no words. */
export function readCatalogue(documents: readonly Document[], chance: Chance): Catalogue {
  const names = [...new Set(documents.flatMap(({ source }) => Object.keys(source)))];
  const valuesOf = (name: string) => documents.map(({ source }) => textOf(source[name])).filter((text) => text !== "");
  const known = names.map((name) => ({ name, values: valuesOf(name) })).filter(({ values }) => values.length > 0);
  const measured = known.map(({ name, values }) => ({
    name,
    values,
    words: new Set(values.flatMap(wordsOf)).size,
    different: new Set(values).size,
  }));
  const fields = measured
    .filter(({ words }) => words > 0)
    .sort((one, other) => other.words - one.words)
    .slice(0, SEARCHED);
  if (fields.length === 0) throw new Error("its documents hold no words to search for");
  const facet = measured.find(
    ({ name, different, values }) =>
      different > 1 &&
      different <= FACET_VALUES &&
      values.length > 2 * different &&
      !fields.some((one) => one.name === name),
  );
  const terms = new Set<string>();
  for (let tries = 0; tries < 600 && terms.size < 200; tries++)
    terms.add(termOf(wordsOf(chance.pick(chance.popular(fields).values)), chance));
  terms.delete("");
  return { fields: fields.map(({ name }) => name), terms: [...terms], facet: facet ? `${facet.name}.keyword` : null };
}

/** A term mistyped: two letters change places, a space or a letter is lost. */
export function mistyped(term: string, chance: Chance): string {
  if (term.includes(" ") && chance.is(0.5)) return term.replace(" ", "");
  const letters = [...term];
  const at = 1 + chance.below(Math.max(1, letters.length - 2));
  if (chance.is(0.3)) return letters.toSpliced(at, 1).join("");
  return letters.toSpliced(at, 2, letters[at + 1] ?? "", letters[at] ?? "").join("");
}

/** The last steps of typing a term, a letter each, the whole term not among them. */
export function begun(term: string): string[] {
  const letters = [...term];
  const first = Math.max(3, letters.length - 3);
  return letters.slice(first).map((_, at) =>
    letters
      .slice(0, first + at)
      .join("")
      .trim(),
  );
}
