// A file of its own: what types fields brings a JSON parser along.

/** The name of a field's control, by its place in the form. */
export const fieldName = (at: number) => `field${at}`;
