/**
 * The header in which the console says of a call that it made it by itself, to fill a page or to look after a job, so
 * that the request log can leave it out. What a person wrote, and what changes something, has `person` or none.
 */
export const CALLED_BY = "x-called-by";
export const BY_CONSOLE = "console";
export const BY_PERSON = "person";
