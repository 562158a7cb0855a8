/** Names as part of a sentence, `a, b, and 3 more`: the first `most` of them by name. */
export function namesInWords(names: readonly string[], most: number): string {
  const more = names.length > most ? [`${names.length - most} more`] : [];
  return new Intl.ListFormat("en").format([...names.slice(0, most), ...more]);
}
