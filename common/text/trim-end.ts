/**
 * A text without the signs at its end that are `sign`. `/x+$/` would look at each run of them inside the text too,
 * again from each of its signs.
 */
export function trimEndOf(text: string, sign: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === sign) end--;
  return text.slice(0, end);
}
