// The words of an import that server and browser share.
import type { Role } from "~/lib/search-relevance/field-roles";

export const formats = ["csv", "json-array", "ndjson", "json-values"] as const;
/** `json-values` are objects one after the other, each over as many lines as it likes; a lone object is one of them. */
export type Format = (typeof formats)[number];

export const encodings = ["utf-8", "utf-16le", "utf-16be", "windows-1252"] as const;
export type Encoding = (typeof encodings)[number];

export const delimiters = [",", ";", "\t", "|"] as const;
export type Delimiter = (typeof delimiters)[number];

export type FieldType = (typeof fieldTypes)[number];
/** What can be chosen for a field. `auto` sends no mapping: the server decides from the first value that it sees. */
export const fieldTypes = [
  "text",
  "keyword",
  "long",
  "integer",
  "double",
  "float",
  "boolean",
  "date",
  "geo_point",
  "object",
  "auto",
] as const;

export type UseCase = (typeof useCases)[number];
export const useCases = ["search", "aggs", "searchaggs", "none"] as const;

export type DateFormat = (typeof dateFormats)[number];
/**
 * How dates are written in a file. All but `iso` are turned into ISO dates on the way, so every server understands
 * them.
 */
export const dateFormats = [
  "iso",
  "yyyy-MM-dd HH:mm:ss",
  "yyyy/MM/dd",
  "dd.MM.yyyy",
  "dd/MM/yyyy",
  "MM/dd/yyyy",
  "MMM d yyyy",
  "d MMM yyyy",
] as const;

export type NumberFormat = (typeof numberFormats)[number];
/**
 * How numbers are written in a file: plain as in JSON, or with a decimal point or comma and groups of digits, signs of
 * currencies and percent.
 */
export const numberFormats = ["plain", "1,299.00", "1.299,00"] as const;

/** How a file is read: detected at first, then as the reader of step 2 says. */
export type ReadOptions = {
  format: Format;
  encoding: Encoding;
  gzip: boolean;
  /** Of CSV only. */
  delimiter: Delimiter;
  header: boolean;
};

/** One field as found in the sample, and what is proposed for it. */
export type DetectedField = {
  name: string;
  type: FieldType;
  useCase: UseCase;
  dateFormat: DateFormat;
  numberFormat: NumberFormat;
  /** Some values are texts, so that a number may be written in more than one way. */
  written: boolean;
  /** Every value seen is a list. */
  list: boolean;
  /** Filled values among the sample rows. */
  filled: number;
  unique: boolean;
  examples: string[];
  include: boolean;
  /** What it is for in a search, as guessed. */
  role: Role;
  /** What the reader should know about this field, in plain words. */
  note: string | null;
};

/** What is done with one field; the names are paths with dots. */
export type FieldPlan = {
  name: string;
  type: FieldType;
  useCase: UseCase;
  dateFormat: DateFormat;
  /** Plain where it is not said, as in plans of earlier versions. */
  numberFormat?: NumberFormat;
  list: boolean;
  include: boolean;
  /** Not in plans of earlier versions. */
  role?: Role;
};

/** How search is set up once the rows are stored: the language, or null where it is not, with the reason if any. */
export type SearchSetup = { language: string | null; because: string | null };

/** What came of it: the version that was deployed and its language, or why nothing was. */
export type SetUp = { version: number; language: string } | { left: string };

export type Plan = {
  options: ReadOptions;
  /** Column names of a CSV in their order, after empty and double ones were given a name. */
  columns: string[];
  fields: FieldPlan[];
  /** The field whose value becomes the document's id. */
  idField: string | null;
  /** Not in plans of earlier versions: search stays as it is. */
  search?: SearchSetup;
};

/** One row as cut out of the file, before it is understood. */
export type RawRow = {
  /** From 1, header not counted. */
  row: number;
  /** Line of the file on which the row begins, from 1. */
  line: number;
  /** Where in that line, from 1; in bytes. */
  column: number;
  raw: Buffer;
  /** Set when the row could not even be cut out. */
  problem: string | null;
};

/** Something is wrong with the file as a whole; the rows before it were read. */
export type FileProblem = { message: string; line: number | null; column: number | null };

export type RowProblem = { reason: string; field: string | null };
