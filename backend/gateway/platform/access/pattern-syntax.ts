import { badRequest } from "../http/errors";

// What stands in the way of reading a pattern as the regular expression that the real server makes of it: Go's words,
// null where it can be read.
function faultOf(expression: string): string | null {
  let open = 0;
  let canRepeat = false;
  for (let place = 0; place < expression.length; place++) {
    const letter = expression.charAt(place);
    if (letter === "\\") {
      if (++place >= expression.length) return "trailing backslash at end of expression: ``";
    } else if (letter === "[") {
      const end = expression.indexOf("]", place + (expression.charAt(place + 1) === "^" ? 3 : 2));
      if (end < 0) return `missing closing ]: \`${expression.slice(place)}\``;
      place = end;
    } else if (letter === "(") {
      open += 1;
    } else if (letter === ")") {
      if (open === 0) return `unexpected ): \`${expression}\``;
      open -= 1;
    } else if ((letter === "+" || letter === "?" || letter === "*") && !canRepeat) {
      return `missing argument to repetition operator: \`${letter}\``;
    }
    canRepeat = letter !== "(" && letter !== "|";
  }
  return open > 0 ? `missing closing ): \`${expression}\`` : null;
}

function expressionOf(pattern: string): string {
  return pattern.replaceAll("*", ".*");
}

/**
 * Refuses index patterns that the real server refuses, which reads a pattern as a regular expression with `.*` for each
 * star. Here only the star is special.
 * `prefix` goes before its sentence. Throws 400.
 */
export function requirePatterns(patterns: readonly string[], prefix = ""): void {
  for (const pattern of patterns) {
    const fault = faultOf(expressionOf(pattern));
    if (fault !== null) throw badRequest(`${prefix}error parsing regexp: ${fault}`);
  }
}

/** Refuses referers that the real server refuses, in its words. Throws 400. */
export function requireReferers(referers: readonly string[]): void {
  for (const referer of referers) {
    const fault = faultOf(expressionOf(referer));
    if (fault !== null)
      throw badRequest(`invalid referer regexp "${expressionOf(referer)}" encountered: error parsing regexp: ${fault}`);
  }
}
