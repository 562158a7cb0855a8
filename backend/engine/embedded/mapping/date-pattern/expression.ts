import { DAYS, type Letter, MONTHS, type Part } from "./parts";

const escape = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
const names = (list: readonly string[], width: number) =>
  list.map((name) => (width === 3 ? name.slice(0, 3) : name)).join("|");

function fieldExpression(letter: string, width: number): string {
  switch (letter) {
    case "y":
    case "u":
    case "Y":
      return width === 2 ? "\\d{2}" : width === 4 ? "-?\\d{4}|[+-]\\d{5,9}" : "-?\\d{1,5}";
    case "M":
    case "L":
      return width === 3 || width === 4 ? names(MONTHS, width) : digits(width, 2);
    case "E":
      return names(DAYS, width < 4 ? 3 : 4);
    case "e":
    case "c":
      return width > 2 ? names(DAYS, width) : "\\d";
    case "a":
      return "[AP]M";
    case "S":
    case "n":
      return `\\d{${width}}`;
    case "F":
      return "\\d{1,9}";
    case "D":
      return width === 3 ? "\\d{3}" : "\\d{1,3}";
    case "I":
      return "Z|[+-]\\d{2}(?::?\\d{2}(?::?\\d{2})?)?";
    case "X":
      return `Z|${offsetExpression(width)}`;
    case "x":
      return offsetExpression(width);
    case "Z":
      return width === 5 ? "Z|[+-]\\d{2}:\\d{2}" : "[+-]\\d{4}";
    case "V":
    case "v":
    case "z":
    case "O":
      return "Z|[+-]\\d{2}:?\\d{2}|[A-Za-z][A-Za-z0-9_/+:-]*";
    case "G":
      return "BC|AD|BCE|CE";
    default:
      return digits(width, 2);
  }
}

function offsetExpression(width: number): string {
  return width === 1 ? "[+-]\\d{2}(?:\\d{2})?" : width === 2 ? "[+-]\\d{4}" : "[+-]\\d{2}:\\d{2}";
}

function digits(width: number, most: number): string {
  return width === 1 ? `\\d{1,${most}}` : `\\d{${width}}`;
}

/** The regular expression of a pattern, a group for each letter; `letters` gets them in order. */
export function toExpression(parts: readonly Part[], letters: Letter[]): string {
  return parts
    .map((part) => {
      if (part.kind === "text") return escape(part.text);
      if (part.kind === "optional") return `(?:${toExpression(part.parts, letters)})?`;
      letters.push(part);
      return `(${fieldExpression(part.letter, part.width)})`;
    })
    .join("");
}
