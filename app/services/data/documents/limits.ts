/**
 * Rows of an exported file; the published consoles stop at 100,000 (contract 10, 2.9). Pages are read as the browser
 * takes them, so memory stays the same.
 */
export const MOST_EXPORTED = 10_000_000;
