// Words about what is edited, whose noun may be a plural: settings. Shared with the browser.

/** "settings". */
export const isPlural = (noun: string) => noun.endsWith("s");

/** "this document", "these settings". */
export const thisOne = (noun: string) => `${isPlural(noun) ? "these" : "this"} ${noun}`;

/** "It", "They". */
export const pronoun = (noun: string) => (isPlural(noun) ? "They" : "It");

/** "was", "were". */
export const was = (noun: string) => (isPlural(noun) ? "were" : "was");
