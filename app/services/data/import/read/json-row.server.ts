import { parse, printParseErrorCode, type ParseError } from "jsonc-parser";
import { isJsonObject, LosslessNumber, parseJson, type JsonObject, type JsonValue } from "@common/text/json";

const words: Record<string, string> = {
  InvalidSymbol: "unexpected word or character",
  InvalidNumberFormat: "a number is written wrongly",
  PropertyNameExpected: "a name in double quotes was expected",
  ValueExpected: "a value was expected",
  ColonExpected: "a colon was expected",
  CommaExpected: "a comma was expected",
  CloseBraceExpected: "a closing } was expected",
  CloseBracketExpected: "a closing ] was expected",
  EndOfFileExpected: "the row should end here",
  UnexpectedEndOfComment: "a comment is not closed",
  UnexpectedEndOfString: "a text is not closed",
  UnexpectedEndOfNumber: "a number is written wrongly",
  InvalidUnicode: "a \\u escape is written wrongly",
  InvalidEscapeCharacter: "an escape is written wrongly",
  InvalidCharacter: "a text holds a control character",
  InvalidCommentToken: "JSON has no comments",
};

export type JsonRow = { ok: true; value: JsonObject } | { ok: false; reason: string; line: number; column: number };

function kindOf(value: JsonValue): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "number" || value instanceof LosslessNumber) return "a number";
  return typeof value === "boolean" ? "true or false" : "a text";
}

/** Where and why a text is not JSON. `line` and `column` count from 1 within the text. */
export function jsonProblem(text: string): { reason: string; line: number; column: number } {
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: true, allowTrailingComma: false });
  const first = errors[0];
  const offset = first?.offset ?? 0;
  const before = text.slice(0, offset);
  const line = before.split("\n").length;
  const column = offset - before.lastIndexOf("\n");
  const reason = first ? (words[printParseErrorCode(first.error)] ?? "it is not JSON") : "it is not JSON";
  return { reason, line, column };
}

/** Reads one row of JSON. Takes its text, returns the object, or the reason with its place within the text. */
export function parseJsonRow(text: string): JsonRow {
  let value: JsonValue;
  try {
    value = parseJson(text);
  } catch {
    return { ok: false, ...jsonProblem(text) };
  }
  if (isJsonObject(value)) return { ok: true, value };
  return { ok: false, reason: `an object was expected, found ${kindOf(value)}`, line: 1, column: 1 };
}
