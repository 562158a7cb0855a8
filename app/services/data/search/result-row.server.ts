import type { MappingField } from "~/lib/data/documents/mapping-fields";
import { type Explanation, type Hit, readExplanation } from "~/services/data/search/answer.server";
import { exactFields, titleField } from "~/services/data/search/fields";
import { cutPieces, type Piece, splitMarks } from "~/services/data/search/marks";
import { textOf, valueAt } from "~/services/data/search/values";

/** One hit as the page shows it. */
export type ResultRow = {
  id: string;
  score: string;
  title: Piece[];
  /** Short values of other fields, in the order of `columns`. */
  details: { field: string; pieces: Piece[] }[];
  /** Where else words were found: text around the first mark. */
  found: { field: string; pieces: Piece[] }[];
  why: Explanation | null;
};

const TITLE_LENGTH = 200;
const DETAIL_LENGTH = 80;
const FOUND_LENGTH = 220;

/** The fields shown beside the title: groups first, then numbers and dates, then short text. */
export function detailFields(fields: readonly MappingField[], count = 4): string[] {
  const title = titleField(fields);
  const exact = exactFields(fields).filter(({ label }) => label !== title);
  const order = (path: string) => {
    const at = INTERESTING.findIndex((pattern) => pattern.test(path));
    return at < 0 ? INTERESTING.length : at;
  };
  return exact
    .map(({ label }) => label)
    .filter((label) => !/(^|[._])(id|url|image|slug)$/i.test(label))
    .sort((a, b) => order(a) - order(b))
    .slice(0, count);
}

// What people tell things of one name apart by.
const INTERESTING = [
  /director|author|artist|brand|maker|creator/i,
  /year|release|date|published/i,
  /genre|categor|type|kind/i,
  /price|rating|votes|score/i,
  /country|city|language|status/i,
];

/**
 * A hit as a row. `marked` are texts of the engine with tags, split here; everything is cut to what a page can hold.
 */
export function resultRow({
  hit,
  title,
  details,
  why,
}: {
  hit: Hit;
  title: string | undefined;
  details: readonly string[];
  why: boolean;
}): ResultRow {
  const marked = hit.highlight ?? {};
  const piecesOf = (field: string, limit: number): Piece[] => {
    const [text] = marked[field] ?? [];
    if (text !== undefined) return cutPieces(splitMarks(text), limit);
    const plain = textOf(valueAt(hit._source, field), limit);
    return plain === "" ? [] : [{ text: plain, mark: false }];
  };
  const titlePieces = title === undefined ? [] : piecesOf(title, TITLE_LENGTH);
  return {
    id: hit._id,
    score: typeof hit._score === "number" ? hit._score.toFixed(2) : "–",
    title: titlePieces.length > 0 ? titlePieces : [{ text: hit._id, mark: false }],
    details: details.map((field) => ({ field, pieces: piecesOf(field, DETAIL_LENGTH) })),
    found: Object.keys(marked)
      .filter((field) => field !== title && !details.includes(field))
      .slice(0, 3)
      .map((field) => ({ field, pieces: piecesOf(field, FOUND_LENGTH) })),
    why: why ? readExplanation(hit._explanation) : null,
  };
}
