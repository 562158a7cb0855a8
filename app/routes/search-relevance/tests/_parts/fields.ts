/** A row of the form: what is expected, as texts. */
export type ExpectationRow = { kind: string; document: string; other: string; places: string; least: string };

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
});
