/** The buttons of a note that a term is not in stock. */
export const stockIntents = { keep: "keep-stock-note", forget: "forget-stock-note" } as const;
