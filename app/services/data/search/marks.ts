import { MARK } from "@common/search-relevance/visitors/request";

/** A piece of text, marked or not. Text stays text: it is never taken for HTML. */
export type Piece = { text: string; mark: boolean };

/** Splits a highlighted text at its tags. A closing tag that nothing opened is text. Touching marks become one. */
export function splitMarks(text: string, { before, after }: { before: string; after: string } = MARK): Piece[] {
  const pieces: Piece[] = [];
  const add = (part: string, mark: boolean) => {
    if (part === "") return;
    const last = pieces.at(-1);
    if (last?.mark === mark) last.text += part;
    else pieces.push({ text: part, mark });
  };
  let at = 0;
  while (at < text.length) {
    const start = text.indexOf(before, at);
    const end = start < 0 ? -1 : text.indexOf(after, start + before.length);
    if (start < 0 || end < 0) break;
    add(text.slice(at, start), false);
    add(text.slice(start + before.length, end), true);
    at = end + after.length;
  }
  add(text.slice(at), false);
  return pieces;
}

/** Cuts pieces to about `limit` characters around the first mark; what is left out is shown as an ellipsis. */
export function cutPieces(pieces: readonly Piece[], limit: number): Piece[] {
  const total = pieces.reduce((sum, { text }) => sum + text.length, 0);
  if (total <= limit) return [...pieces];
  const firstMark = pieces.findIndex(({ mark }) => mark);
  const before = pieces.slice(0, Math.max(firstMark, 0)).reduce((sum, { text }) => sum + text.length, 0);
  const from = Math.max(0, Math.min(before - Math.floor(limit / 4), total - limit));
  const to = from + limit;
  let at = 0;
  const cut = pieces.flatMap((piece) => {
    const start = at;
    at += piece.text.length;
    const text = wholeCharacters(piece.text, { from: Math.max(0, from - start), to: Math.max(0, to - start) });
    return text === "" ? [] : [{ ...piece, text }];
  });
  if (from > 0) cut.unshift({ text: "…", mark: false });
  if (to < total) cut.push({ text: "…", mark: false });
  return cut;
}

// A character outside the basic plane is two units: half of one is not a character.
function wholeCharacters(text: string, { from, to }: { from: number; to: number }) {
  const isLow = (at: number) => /[\udc00-\udfff]/.test(text.charAt(at));
  return text.slice(from < text.length && isLow(from) ? from + 1 : from, to < text.length && isLow(to) ? to - 1 : to);
}
