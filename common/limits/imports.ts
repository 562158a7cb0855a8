import type { Limits } from "./limit";

const MEMORY = "memory of the console: a row that is parsed may take a hundred times its size";
const FILE = "a file that is imported";
const FORM = "the form of an import";
const ROW_FAILS = "the row fails, the next one goes on";
const FILE_REFUSED = "the file is refused, with a sentence";

/** What the console takes of a file that is imported. */
export const IMPORTS_LIMITS = {
  file: {
    what: "file that is uploaded",
    where: FORM,
    most: 8 * 1024 ** 3,
    unit: "bytes",
    answer: FILE_REFUSED,
    protects: "the disk of the console",
  },
  pasted: {
    what: "text that is pasted",
    where: FORM,
    most: 5 * 1024 ** 2,
    unit: "bytes",
    answer: "it is cut, and refused with a sentence",
    protects: "memory of the console",
  },
  otherText: {
    what: "all texts of the form beside that",
    where: FORM,
    most: 1024 ** 2,
    unit: "bytes",
    answer: "refused, with a sentence",
    protects: "memory of the console",
  },
  row: { what: "row", where: FILE, most: 8 * 1024 ** 2, unit: "bytes", answer: ROW_FAILS, protects: MEMORY },
  rowSkipped: {
    what: "row that is too long and looked for the end of",
    where: FILE,
    most: 256 * 1024 ** 2,
    unit: "bytes",
    answer: "nothing after it is read",
    protects: "the processor of the console",
  },
  look: {
    what: "part that is unpacked to find out what a file is",
    where: FILE,
    most: 64 * 1024 ** 2,
    unit: "bytes",
    answer: "the rest is not looked at",
    protects: "the processor of the console",
  },
  header: {
    what: "line of column names",
    where: "a CSV file",
    most: 1024 ** 2,
    unit: "bytes",
    answer: FILE_REFUSED,
    protects: MEMORY,
  },
  columns: {
    what: "columns, or fields",
    where: FILE,
    most: 10_000,
    unit: "pieces",
    answer: "the file is refused; a single row fails",
    protects: MEMORY,
  },
  fieldName: {
    what: "name of a field, dots included",
    where: FILE,
    most: 1_000,
    unit: "characters",
    answer: "the file is refused; a single row fails",
    protects: MEMORY,
  },
  fieldSteps: {
    what: "steps that the dots of a name make",
    where: FILE,
    most: 30,
    unit: "levels",
    answer: FILE_REFUSED,
    protects: "mappings of indices",
  },
  rowValues: {
    what: "values of a row",
    where: "a JSON file",
    most: 200_000,
    unit: "pieces",
    answer: ROW_FAILS,
    protects: MEMORY,
  },
  rowDepth: {
    what: "levels of a row",
    where: "a JSON file",
    most: 100,
    unit: "levels",
    answer: ROW_FAILS,
    protects: "the stack of the console",
  },
  listText: {
    what: "text of a cell that is read as a list",
    where: FILE,
    most: 256 * 1024,
    unit: "characters",
    answer: "it is no list",
    protects: MEMORY,
  },
  unclosed: {
    what: "rows with a quote that is never closed",
    where: "a CSV file",
    most: 50,
    unit: "pieces",
    answer: "nothing after them is read",
    protects: "the processor of the console: each takes a look at all that follows",
  },
} as const satisfies Limits;
