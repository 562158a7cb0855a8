import { dateFormatsOf, dateSample, toIsoDate } from "./dates.server";
import { guessNumberFormat, numberSample, toPlainNumber, type NumberGuess } from "./numbers.server";
import type { DateFormat, FieldType, NumberFormat, UseCase } from "../types";
import { coerceText, fitsLong, isDecimalText, isWholeText, placeProblem, quoted, readLatLon } from "./values.server";

// What is proposed for a field, from the values that were seen of it.

export type FoundValue = { text: string; kind: "text" | "number" | "boolean" | "place" | "object" };

export type Proposal = {
  type: FieldType;
  useCase: UseCase;
  dateFormat: DateFormat;
  numberFormat: NumberFormat;
  note: string | null;
};

/** A type is proposed when at least this share of the values fits it; the others will fail with their reason. */
const ENOUGH = 0.75;

/** A type without more. The use counts for text only; it is there for a reader who turns another type into text. */
export function plain(type: FieldType, note: string | null = null): Proposal {
  return { type, useCase: "searchaggs", dateFormat: "iso", numberFormat: "plain", note };
}

type Values = { values: FoundValue[]; fromText: boolean };

/** Proposes type, use and format for one field. `fromText` says that the file has nothing but texts, as a CSV. */
export function propose({ values, fromText }: Values): Proposal {
  if (values.length === 0)
    return plain("auto", "No value in the rows looked at. The server decides when it sees the first one.");
  const all = (kind: FoundValue["kind"]) => values.every((value) => value.kind === kind);
  const texts = values.map((value) => value.text);
  if (all("boolean")) return plain("boolean");
  if (all("place")) return plain("geo_point");
  if (all("number")) return numbers(texts);
  if (!all("text")) return words(texts, "Values of more than one kind; kept as text.");
  if (fromText) return fromTexts(texts) ?? words(texts);
  // A text in JSON is meant as one. Should a number be chosen all the same, its format is the likely one.
  const guess = guessNumberFormat(texts);
  const place = guess?.misfits.length === 0 ? null : places(texts);
  return { ...(dates(texts) ?? place ?? words(texts)), numberFormat: guess?.format ?? "plain" };
}

/** The numbers of one file are written in one way: where a column leaves it open, the columns that do not decide. */
export function agreeOnNumbers(fields: { values: FoundValue[]; proposal: Proposal }[]): Proposal[] {
  const guesses = fields.map(({ values, proposal }) =>
    proposal.numberFormat === "plain" ? null : guessNumberFormat(values.map((value) => value.text)),
  );
  const decided = new Set(guesses.flatMap((guess) => (guess?.decided ? [guess.format] : [])));
  const [only] = decided;
  return fields.map(({ values, proposal }, at) => {
    if (decided.size !== 1 || only === undefined) return proposal;
    const texts = values.map((value) => value.text.trim());
    const guess = guesses[at];
    if (guess && guess.ambiguous !== null)
      return localNumbers({ texts, guess: { ...guess, format: only }, because: "as in the other columns" });
    const grouped =
      only === "1.299,00" &&
      proposal.type === "double" &&
      proposal.numberFormat === "plain" &&
      values.every((value) => value.kind === "text");
    if (!grouped || !texts.every((text) => /^-?[1-9]\d{0,2}(\.\d{3})*$/.test(text))) return proposal;
    const example = texts.find((text) => text.includes(".")) ?? "";
    return localNumbers({
      texts,
      guess: { format: only, misfits: [], ambiguous: example, decided: false },
      because: "as in the other columns",
    });
  });
}

type Fit = { share: number; misfits: string[] };

function fits(texts: string[], test: (text: string) => boolean): Fit {
  const misfits = texts.filter((text) => !test(text));
  return { share: 1 - misfits.length / texts.length, misfits };
}

type Misfits = { misfits: string[]; one: string; many: string };

/**
 * A proposal with a word on the values that speak against it. Some of them fit all the same, but are not stored as
 * written: 007, yes.
 */
function withMisfits(proposal: Proposal, { misfits, one, many }: Misfits): Proposal {
  const read = misfits.map((text) => ({ text, result: coerceText({ text, ...proposal }) }));
  const [changed] = read.flatMap(({ text, result }) =>
    result.ok ? [`${quoted(text)} is stored as ${result.json}.`] : [],
  );
  const failing = read.flatMap(({ text, result }) => (result.ok ? [] : [text]));
  const [first = ""] = failing;
  const failed =
    failing.length > 1
      ? `${failing.length} values are not ${many}, such as ${quoted(first)}: their rows will fail.`
      : failing.length === 1 && `${quoted(first)} is not ${one}: its row will fail.`;
  const notes = [proposal.note, failed, changed].filter(Boolean);
  return { ...proposal, note: notes.length === 0 ? null : notes.join(" ") };
}

function numbers(texts: string[]): Proposal {
  const whole = texts.every(isWholeText);
  if (!whole) return plain("double");
  if (texts.every(fitsLong)) return plain("long");
  return plain("keyword", "Numbers too large for a whole number field; kept digit for digit as a keyword.");
}

function fromTexts(given: string[]): Proposal | null {
  const texts = given.map((text) => text.trim());
  const logical = fits(texts, (text) => /^(true|false)$/i.test(text));
  if (logical.share >= ENOUGH)
    return withMisfits(plain("boolean"), { ...logical, one: "true or false", many: "true or false" });
  const whole = fits(texts, isWholeText);
  const decimal = fits(texts, isDecimalText);
  const guess = decimal.misfits.length > 0 ? guessNumberFormat(texts) : null;
  if (guess && guess.misfits.length < decimal.misfits.length && guess.misfits.length <= texts.length * (1 - ENOUGH))
    return localNumbers({ texts, guess });
  if (whole.share >= ENOUGH && whole.misfits.length === decimal.misfits.length) {
    const wholes = texts.filter(isWholeText);
    if (!wholes.every(fitsLong)) return numbers(wholes);
    return withMisfits(plain("long"), { ...whole, one: "a whole number", many: "whole numbers" });
  }
  if (decimal.share >= ENOUGH) return withMisfits(plain("double"), { ...decimal, one: "a number", many: "numbers" });
  return dates(texts) ?? places(texts);
}

/** Numbers with separators, currencies or percent: what one of them is read as, and what it might be as well. */
function localNumbers({
  texts,
  guess,
  because = "",
}: {
  texts: string[];
  guess: NumberGuess;
  because?: string;
}): Proposal {
  const { format, ambiguous } = guess;
  const read = texts.flatMap((text) => toPlainNumber({ text, format }) ?? []);
  const whole = numbers(read);
  // Digit for digit, and so with their separators, where no number holds them.
  if (whole.type === "keyword") return whole;
  const example =
    ambiguous ?? texts.find((text) => toPlainNumber({ text, format }) !== null && !isDecimalText(text)) ?? "";
  const other = format === "1,299.00" ? "1.299,00" : "1,299.00";
  const note =
    ambiguous === null
      ? `${quoted(example)} is read as ${toPlainNumber({ text: example, format }) ?? ""}.`
      : `${quoted(example)} could be ${toPlainNumber({ text: example, format }) ?? ""} or ${toPlainNumber({ text: example, format: other }) ?? ""}. It is read as ${toPlainNumber({ text: example, format }) ?? ""}${because && `, ${because}`}; choose ${numberSample(other)} if the other is meant.`;
  return withMisfits(
    { ...whole, numberFormat: format, note },
    { misfits: guess.misfits, one: "a number", many: "numbers" },
  );
}

function dates(texts: string[]): Proposal | null {
  const trimmed = texts.map((text) => text.trim());
  const [first, second] = dateFormatsOf(trimmed);
  if (first === "dd/MM/yyyy" && second === "MM/dd/yyyy") {
    return {
      ...plain(
        "date",
        "Day and month cannot be told apart in these rows; read as day/month. Choose month/day if that is meant.",
      ),
      dateFormat: first,
    };
  }
  if (first) return { ...plain("date", first === "iso" ? null : converted(first)), dateFormat: first };
  const close = dateFormatsOf([trimmed[0] ?? ""]).map((format) => ({
    format,
    ...fits(trimmed, (text) => toIsoDate({ text, format }) !== null),
  }));
  const best = close.sort((a, b) => b.share - a.share)[0];
  if (!best || best.share < ENOUGH) return null;
  const sample = dateSample(best.format);
  return withMisfits(
    { ...plain("date"), dateFormat: best.format },
    { ...best, one: `a date like ${sample}`, many: `dates like ${sample}` },
  );
}

function converted(format: DateFormat): string {
  return `Written like ${dateSample(format)}; stored as ISO dates.`;
}

function places(texts: string[]): Proposal | null {
  const found = fits(texts, (text) => {
    const place = text.includes(",") ? readLatLon(text.trim()) : null;
    return place !== null && placeProblem(place) === null;
  });
  if (found.share < ENOUGH) return null;
  return withMisfits(plain("geo_point"), {
    ...found,
    one: "a geo point (latitude, longitude)",
    many: "geo points (latitude, longitude)",
  });
}

const CODE =
  /^(https?:\/\/\S+|[^\s@]+@[^\s.]+(?:\.+[^\s.]+)+|[0-9a-f]{8}-[0-9a-f-]{27}|[A-Za-z]*[-_./:#]?\d[\w./:#-]*)$/i;

function words(texts: string[], note: string | null = null): Proposal {
  const distinct = new Set(texts);
  const single = texts.every((text) => !/\s/.test(text.trim()) && text.length <= 256);
  const few = texts.length >= 20 && distinct.size <= Math.max(10, texts.length * 0.02);
  if (single && (few || texts.every((text) => CODE.test(text.trim())))) return plain("keyword", note);
  const average = texts.reduce((sum, text) => sum + text.length, 0) / texts.length;
  return { ...plain("text", note), useCase: average > 200 ? "search" : "searchaggs" };
}
