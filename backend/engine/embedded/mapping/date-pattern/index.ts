import { javaExpression } from "../../analysis/expressions/java-expression";
import { toExpression } from "./expression";
import { isPossible, type ParsedFields, setField } from "./fields";
import { type Letter, readParts } from "./parts";
import { writeParts } from "./write";

export type DatePattern = {
  parse(text: string): ParsedFields | undefined;
  format(epochMs: number, zone: string): string;
};

/** UTF-16 units of a caller's date pattern, and of a text that can be a date. */
const LONGEST_PATTERN = 256;
const LONGEST_DATE = 512;

/** Reads texts by the groups of an expression. */
export type GroupReader = (source: string) => (text: string) => readonly (string | undefined)[] | undefined;

/** For the patterns of callers: `[d][d][d]…` would keep a regular expression that goes back busy for hours. */
const byJavaExpression: GroupReader = (source) => {
  const expression = javaExpression(source, undefined, LONGEST_PATTERN * 80);
  return (text) => {
    for (const match of expression.all(text))
      return Array.from({ length: expression.groupCount + 1 }, (_, at) => match.group(at));
    return undefined;
  };
};

/** A Java date pattern, for reading and writing. Throws `SyntaxError` with Java's words when it is none. */
export function compilePattern(pattern: string, groupReader = byJavaExpression): DatePattern {
  if (pattern.length > LONGEST_PATTERN)
    throw new SyntaxError(`The pattern is longer than the allowed maximum of [${LONGEST_PATTERN}] characters`);
  const { parts } = readParts(pattern, 0, false);
  const letters: Letter[] = [];
  const read = groupReader(`^${toExpression(parts, letters)}$`);
  return {
    parse(text) {
      const match = text.length > LONGEST_DATE ? undefined : read(text);
      if (!match) return undefined;
      const fields: ParsedFields = {};
      letters.forEach((letter, index) => {
        const value = match[index + 1];
        if (value !== undefined) setField(fields, letter, value);
      });
      return isPossible(fields) ? fields : undefined;
    },
    format: (epochMs, zone) => writeParts(parts, epochMs, zone),
  };
}
