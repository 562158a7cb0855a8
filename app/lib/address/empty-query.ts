/** How servers name a search without text (contract 20, 1.4). */
export const EMPTY_QUERY = "<empty_query>";
