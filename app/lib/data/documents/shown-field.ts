/** What readers call a field: servers count and filter by the sub-field that keeps whole values, `brand.keyword`. */
export const shownField = (path: string) => path.replace(/\.keyword$/, "");
