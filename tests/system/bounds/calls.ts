import { overweight } from "@common/text/json-weight";

/** A call that is past a bound, or at the edge of one. */
export type Heavy = {
  method: string;
  path: string;
  body: () => string | Uint8Array;
  headers?: Record<string, string>;
  signedIn?: boolean;
};
/**
 * How a row of the table of bounds is driven: a call at the bound, which is taken, and one past it, which is refused
 * with one of these statuses and in these words. Or the test that does so, where it needs more than calls.
 */
export type Driver = { at: Heavy; past: Heavy; refused: readonly number[]; says?: RegExp } | { test: string };
/** Drivers by the name of their row. */
export type Drivers = Readonly<Record<string, Driver>>;

export const many = <Item>(count: number, item: (at: number) => Item): Item[] =>
  Array.from({ length: count }, (_, at) => item(at));

export const words = (bytes: number) => "lorem ipsum ".repeat(Math.ceil(bytes / 12)).slice(0, bytes);

export const call = (method: string, path: string, body: () => object | string | Uint8Array): Heavy => ({
  method,
  path,
  body: () => {
    const given = body();
    return typeof given === "string" || given instanceof Uint8Array ? given : JSON.stringify(given);
  },
});
export const post = (path: string, body: () => object | string | Uint8Array): Heavy => call("POST", path, body);
export const openly = (body: () => object | string): Heavy => ({
  ...post("/_reactivesearch/validate", body),
  signedIn: false,
});

/** A body with blanks at its end, so many bytes in all. */
export const padded = (body: object, bytes: number) => JSON.stringify(body).padEnd(bytes, " ");

/** A body whose list has so many items that it holds `count` values in all. */
export function withValues(make: (items: number) => object, count: number): string {
  const least = JSON.stringify(make(1));
  // The smallest bound that the text with one item is within: what it holds beside the list, and that item.
  let [below, few] = [-1, count];
  while (few - below > 1) {
    const between = Math.floor((below + few) / 2);
    if (overweight(least, { values: between })) below = between;
    else few = between;
  }
  return JSON.stringify(make(count - few + 1));
}

/** Objects or lists within each other. */
export function nested(levels: number, wrap: (inner: string) => string, inner: string): string {
  let text = inner;
  for (let level = 0; level < levels; level++) text = wrap(text);
  return text;
}
