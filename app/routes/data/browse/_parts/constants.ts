/** Rows to a page. */
export const sizes = [10, 15, 25, 50, 100] as const;

/** Engines page through this many documents of a search and no further (`index.max_result_window`). */
export const WINDOW = 10_000;

/** Rows to an exported file (contract 10, 2.9). */
export const MOST_EXPORTED = 100_000;

export const SELECT = "select-documents";
