import { isJsonObject, type JsonObject, type JsonValue, parseJson } from "@common/text/json";
import { type ParseError, parse as findErrors, printParseErrorCode } from "jsonc-parser";
import * as z from "zod";

export type JsonTextResult =
  { ok: true; value: JsonValue } | { ok: false; message: string; line: number; column: number };

const words: Record<string, string> = {
  InvalidSymbol: "a word that is not JSON (strings need double quotes)",
  InvalidNumberFormat: "an invalid number",
  PropertyNameExpected: "a name in double quotes is expected",
  ValueExpected: "a value is expected",
  ColonExpected: "a colon is expected",
  CommaExpected: "a comma is expected",
  CloseBraceExpected: "a closing } is missing",
  CloseBracketExpected: "a closing ] is missing",
  EndOfFileExpected: "there is something after the end",
  UnexpectedEndOfString: "a text has no closing quote",
  InvalidCharacter: "a character that cannot stand here",
  InvalidEscapeCharacter: "an escape such as \\x that JSON does not know",
};

/** The first mistake of a text; null where it is nested too deeply for the one who looks for it. */
function firstError(text: string): ParseError | undefined | null {
  const errors: ParseError[] = [];
  try {
    findErrors(text, errors, { allowTrailingComma: false, disallowComments: true });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
  return errors[0];
}

/** Parses JSON that somebody typed, digits kept. On an error says what and where: line and column from 1. */
export function parseJsonText(text: string): JsonTextResult {
  try {
    return { ok: true, value: parseJson(text) };
  } catch {
    const found = firstError(text);
    if (found === null) return { ok: false, message: "The JSON is nested too deeply.", line: 1, column: 1 };
    const { offset, error } = found ?? { offset: text.length, error: undefined };
    const before = text.slice(0, offset);
    const line = before.split("\n").length;
    const column = offset - before.lastIndexOf("\n");
    const what = error === undefined ? "it cannot be read" : (words[printParseErrorCode(error)] ?? "it cannot be read");
    return { ok: false, message: `Not valid JSON at line ${line}, column ${column}: ${what}.`, line, column };
  }
}

/** A form field that holds a JSON object as text; its value is the object. `what` names it: "Settings". */
export function jsonObjectText(what: string) {
  return z.string().transform((text, context): JsonObject => {
    const result = parseJsonText(text);
    if (result.ok && isJsonObject(result.value)) return result.value;
    context.addIssue({ code: "custom", message: result.ok ? `${what} must be an object: { … }` : result.message });
    return z.NEVER;
  });
}

/**
 * A form field that holds a JSON object and is kept as it was typed. Browsers send line ends as CR LF whatever the text
 * area held. `what`: "document".
 */
export function jsonObjectSource(what: string) {
  return z.string({ error: `Enter the ${what} as JSON.` }).transform((typed, context): string => {
    const text = typed.replaceAll("\r\n", "\n");
    const result = parseJsonText(text);
    if (result.ok && isJsonObject(result.value)) return text;
    context.addIssue({ code: "custom", message: result.ok ? `A ${what} must be an object: { … }` : result.message });
    return z.NEVER;
  });
}
