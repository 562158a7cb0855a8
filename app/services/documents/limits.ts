/** Rows to an exported file (contract 10, 2.9). */
export const MOST_EXPORTED = 100_000;
