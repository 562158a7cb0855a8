/** What our back end says of a path, or of its method, that leads to no route; a real server answers 404 with a line of text, or 405 with nothing. */
export const NOT_OFFERED = "this server does not offer this call";

/** Bodies by which servers say with a 404 that the route is missing, and not an index or a document. */
export const NO_ROUTE: readonly string[] = ["404 page not found\n", JSON.stringify({ error: { code: 404, status: "Not Found", message: NOT_OFFERED } })];
