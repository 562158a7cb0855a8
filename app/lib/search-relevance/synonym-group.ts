/** Whether a term may stand in a group of synonyms as it is: a comma and an arrow part the words of one. */
export const isWord = (term: string): boolean => !/[,\\\n]|=>|^#/.test(term);

/** The group by which a search for a term finds what another one finds. */
export const groupFor = (term: string, near: string): string => `${term} => ${near}`;
