// Names and choices of the preview's address that the server and the browser share. Imports nothing that would weigh on
// the page.

export const fuzzinessChoices = ["AUTO", "0", "1", "2"] as const;
export const callTabs = ["request", "response", "translated", "curl"] as const;
export const resultSizes = [5, 10, 20, 50] as const;
/** What an engine reads at most: from and size together. */
export const WINDOW = 10_000;
/** The facets a page shows at most. */
export const MOST_FACETS = 12;
export type CallTab = (typeof callTabs)[number];

export const valueParam = (path: string) => `is.${path}`;
/** A value that somebody typed because it is not among the most frequent ones. */
export const otherParam = (path: string) => `other.${path}`;
export const fromParam = (path: string) => `from.${path}`;
export const toParam = (path: string) => `to.${path}`;
/** A weight as it is shown and as the form holds it: to one decimal, to two where one would make it nothing. */
export const weightText = (weight: number) => (weight !== 0 && weight < 0.1 ? weight.toFixed(2) : weight.toFixed(1));
