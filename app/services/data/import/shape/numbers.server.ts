import type { NumberFormat } from "../types";

// Numbers as people and spreadsheets write them, turned into the plain form digit by digit: nothing is ever calculated,
// so every digit survives.

/** A longer text is not a number that somebody wrote; plain numbers of any length are read elsewhere. */
const MOST_CHARACTERS = 400;

const SPACE = " \\u00a0\\u2009\\u202f";
// Codes by name: any three capitals would turn "SKU 123" into a number.
const CURRENCY =
  "(?:(?:US|CA|AU|NZ|HK|R|C|A|S|NT)?\\p{Sc}|AED|ARS|AUD|BGN|BRL|CAD|CHF|CLP|CNY|COP|CZK|DKK|EGP|EUR|GBP|HKD|HUF|IDR|ILS|INR|ISK|JPY|KRW|MXN|MYR|NOK|NZD|PHP|PLN|RON|RUB|SAR|SEK|SGD|THB|TRY|TWD|UAH|USD|VND|ZAR|kr\\.?|zł|Kč|Ft|Fr\\.|Rs\\.?|R(?=[\\d ]))";
const SIGN = "[+\\-\\u2212]";
const DRESS = new RegExp(
  `^(?<before>${SIGN})?[${SPACE}]?(?:${CURRENCY}[${SPACE}]?)?(?<inner>${SIGN})?(?<body>[\\d.,](?:[\\d.,'’${SPACE}]*[\\d.,])?(?:[eE][+-]?\\d{1,3})?)(?<after>-)?(?:[${SPACE}]?(?:%|${CURRENCY}))?$`,
  "u",
);

const POINT = new RegExp(
  `^(?:\\d+|\\d{1,3}(?:([,'’${SPACE}])\\d{3})(?:\\1\\d{3})*|\\d{1,2}(?:,\\d{2})+,\\d{3})?(?:\\.\\d*)?$`,
  "u",
);
const COMMA = new RegExp(`^(?:\\d+|\\d{1,3}(?:([.'’${SPACE}])\\d{3})(?:\\1\\d{3})*)?(?:,\\d*)?$`, "u");
const SPACED = new RegExp(`^[\\d${SPACE}]+$`);
/** An address of a machine has the shape of a number grouped by points. */
const ADDRESS = /^(?:\d{1,3}\.){3}\d{1,3}$/;

/**
 * The plain form (`-1299.00`) of a number written in a format; null when the text is not one. Signs of currencies and
 * percent are left out.
 */
export function toPlainNumber({
  text,
  format,
}: {
  text: string;
  format: Exclude<NumberFormat, "plain">;
}): string | null {
  if (text.length > MOST_CHARACTERS) return null;
  const trimmed = text.trim();
  // Book-keeping writes what is negative in brackets.
  const bracketed = /^\((.*)\)$/.exec(trimmed)?.[1];
  const found = DRESS.exec(bracketed ?? trimmed)?.groups;
  if (!found) return null;
  const signs = [found.before, found.inner, found.after].filter((sign) => sign !== undefined);
  if (signs.length > 1 || (bracketed !== undefined && signs.length > 0)) return null;
  const [, digits = "", exponent = ""] = /^(.*?)([eE][+-]?\d+)?$/.exec(found.body ?? "") ?? [];
  if (!/\d/.test(digits) || !(format === "1,299.00" ? POINT : COMMA).test(digits)) return null;
  const [whole = "", fraction] = digits.split(format === "1,299.00" ? "." : ",");
  const negative = bracketed !== undefined || (signs[0] !== undefined && signs[0] !== "+");
  return `${negative ? "-" : ""}${whole.replace(/\D/g, "") || "0"}${fraction ? `.${fraction}` : ""}${exponent}`;
}

/** What a text says as a number in a format, plain ones included; null when it says none. */
export function plainNumberOf({ text, format }: { text: string; format: NumberFormat }): string | null {
  return format === "plain" ? text.trim() : toPlainNumber({ text, format });
}

/** Whether the two formats read a text as two different numbers: `1,234` is 1234 or 1.234. */
export function isAmbiguous(text: string): boolean {
  const point = toPlainNumber({ text, format: "1,299.00" });
  const comma = toPlainNumber({ text, format: "1.299,00" });
  return point !== null && comma !== null && point !== comma;
}

/** Digits in groups by spaces, all of one length, are numbers of telephones and companies, not amounts. */
function areNumbersOfThings(texts: string[]): boolean {
  if (!texts.every((text) => text.length <= MOST_CHARACTERS && SPACED.test(text.trim()))) return false;
  const [length = 0, ...others] = new Set(texts.map((text) => text.replace(/\D/g, "").length));
  return others.length === 0 && length >= 7;
}

const PLAIN_DIGITS = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d{1,3})?$/;
const reads = ({ text, format }: { text: string; format: Exclude<NumberFormat, "plain"> }) =>
  !ADDRESS.test(text.trim()) && PLAIN_DIGITS.test(toPlainNumber({ text, format }) ?? "");

export type NumberGuess = {
  format: Exclude<NumberFormat, "plain">;
  misfits: string[];
  ambiguous: string | null;
  decided: boolean;
};

/**
 * The format, other than plain, in which most of these texts are numbers; null when they are numbers in neither. Where
 * no text decides between the two, the decimal point is proposed, and `ambiguous` is an example in which they say
 * something else.
 */
export function guessNumberFormat(texts: string[]): NumberGuess | null {
  if (areNumbersOfThings(texts)) return null;
  const [point, comma] = (["1,299.00", "1.299,00"] as const).map((format) => ({
    format,
    misfits: texts.filter((text) => !reads({ text, format })),
  }));
  if (!point || !comma) return null;
  const best = comma.misfits.length < point.misfits.length ? comma : point;
  if (best.misfits.length === texts.length) return null;
  const decided = point.misfits.length !== comma.misfits.length;
  return { ...best, decided, ambiguous: decided ? null : (texts.find(isAmbiguous) ?? null) };
}

/** The formats for a message or a label, by an example each. */
export function numberSample(format: NumberFormat): string {
  return format === "plain" ? "1299.00" : format;
}

/** Whether a text reads as a number in one format or another. */
export function isNumberText(text: string): boolean {
  return PLAIN_DIGITS.test(text.trim()) || reads({ text, format: "1,299.00" }) || reads({ text, format: "1.299,00" });
}
