/** A row of the form: what is expected, as texts, and the words by which its documents are looked for. */
export type ExpectationRow = {
  kind: string;
  document: string;
  other: string;
  places: string;
  least: string;
  findDocument: string;
  findOther: string;
};

/** The fields of the form, as texts. */
export type TestShape = {
  label: string;
  search: string;
  request: string;
  grades: string;
  /** The ID of a test that has the same grades; empty for none. */ sharing: string;
  version: string;
  expectations: ExpectationRow[];
};

export const KINDS = [
  { value: "within", label: "Document in the first" },
  { value: "above", label: "Document above another" },
  { value: "notEmpty", label: "Never empty" },
  { value: "ndcg", label: "nDCG at least" },
  { value: "precision", label: "Precision at least" },
  { value: "reciprocalRank", label: "Reciprocal rank at least" },
] as const;

/** A row for a document that should come early. */
export const earlyRow = (document = ""): ExpectationRow => ({
  kind: "within",
  document,
  other: "",
  places: "3",
  least: "",
  findDocument: "",
  findOther: "",
});

const finders = { document: "findDocument", other: "findOther" } as const;

/** A document of an expectation, as a button names it: "0.document", "2.other". */
export type DocumentPlace = { row: number; field: keyof typeof finders; words: (typeof finders)[keyof typeof finders] };

/** The place that a text names; null for any other text. */
export function documentPlace(text: string): DocumentPlace | null {
  const [, row, field] = /^(\d{1,3})\.(document|other)$/.exec(text) ?? [];
  if (row === undefined || (field !== "document" && field !== "other")) return null;
  return { row: Number(row), field, words: finders[field] };
}

/** Where a row of the form stands on its page. */
export const expectationId = (row: number) => `expectation-${row + 1}`;
