/**
 * Stretches of a text of about so many units: each ends after a space or a line end, which no word goes across, or,
 * where there is none after four times as many, in the middle of a word.
 */
export function* stretchesOf(text: string, units: number): Iterable<{ from: number; end: number }> {
  for (let from = 0; from < text.length;) {
    const end = endOfStretch({ text, from, units });
    yield { from, end };
    from = end;
  }
}

function endOfStretch({ text, from, units }: { text: string; from: number; units: number }): number {
  if (text.length - from <= units) return text.length;
  const most = Math.min(text.length, from + 4 * units);
  for (let at = from + units; at < most; at++) if (text[at] === " " || text[at] === "\n") return at + 1;
  const code = text.charCodeAt(most);
  return code >= 0xdc00 && code <= 0xdfff ? most - 1 : most;
}
