import { expect, it } from "vitest";
import { isTest, sourceFiles } from "./source-files";

// Which answers say that a server has no such call is told by one table. A list of statuses beside it takes a refusal
// with words for that, or misses a product.

const TABLE = "common/http/not-offered.ts";

const byHand = [
  // 405 says nothing else.
  /(?:===?|!==?)\s*405\b/,
  /isBackendError\([^()]*,\s*405\)/,
  /\[[^\]"']*\b405\b[^\]"']*\]/,
  // Both of 400 and 404, in a list or one after the other.
  /\[[^\]"']*\b400\b[^\]"']*\b404\b[^\]"']*\]|\[[^\]"']*\b404\b[^\]"']*\b400\b[^\]"']*\]/,
  /\b400\b\)?\s*(?:\|\||&&)[^;\n]{0,60}\b404\b|\b404\b\)?\s*(?:\|\||&&)[^;\n]{0,60}\b400\b/,
];

const isByHand = (text: string) => byHand.some((pattern) => pattern.test(text));

it.each([
  "if ([400, 404, 405].some((status) => isBackendError(error, status))) return null;",
  "const unknown = [404, 405, 400].includes(status);",
  "if (isBackendError(error, 404) || isBackendError(error, 405)) return null;",
  "if (status === 405) throw error;",
  "const gone = status === 404 || status === 400;",
  'if (kind === "not-offered" || [400, 404].includes(status)) return;',
])("a list by hand is known: %s", (text) => expect(isByHand(text)).toBe(true));

it.each([
  "return { status: 405, body };",
  'const codes = ["400", "404", "405"];',
  "if (status === 400) return;",
  "[401, 403].includes(status)",
])("something else is none: %s", (text) => expect(isByHand(text)).toBe(false));

it("only the table lists the statuses of what a server does not offer", () => {
  const found = sourceFiles().filter(
    ({ path, text }) => /^(app|common)\//.test(path) && path !== TABLE && !isTest(path) && isByHand(text),
  );
  expect(found.map(({ path }) => path)).toEqual([]);
});
