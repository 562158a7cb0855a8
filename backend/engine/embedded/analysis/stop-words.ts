/** Stop words of a language by the names of Elasticsearch's lists (`_english_`). */
const ENGLISH = "a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to was will with";

const LISTS = new Map<string, ReadonlySet<string>>([["english", new Set(ENGLISH.split(" "))]]);

/** The list of a language in lower case, or undefined when there is none of that name. */
export function stopWords(language: string): ReadonlySet<string> | undefined {
  return LISTS.get(language);
}
