/**
 * The bytes of a text in base64, or undefined where it is not spelt exactly as encoding them spells it: the other
 * alphabet, padding that lacks or is too much, blanks, and last bits that stand for nothing are refused. Node reads all
 * of these, other readers some of them, so that what is looked at here and what is used elsewhere could differ.
 */
export function decodeExactly(text: string, alphabet: "base64" | "base64url"): Buffer | undefined {
  const bytes = Buffer.from(text, alphabet);
  return bytes.toString(alphabet) === text ? bytes : undefined;
}
