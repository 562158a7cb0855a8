import type { Piece } from "~/services/data/search/marks";

/** Text with its matching words marked. The pieces are text: nothing of a document is ever HTML. */
export function Marked({ pieces }: { pieces: readonly Piece[] }) {
  return pieces.map((piece, at) =>
    piece.mark ? (
      <mark key={at} className="rounded-sm bg-warn-soft px-px text-ink">
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  );
}
