import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import { type JsonValue, parseJson } from "@common/text/json";
import { nameTwice } from "@common/search-relevance/settings-bundle/json-text";
import type { Path, Problem } from "../faults";
import { DOCUMENT_LIMITS } from "../limits";
import type { Source } from "./source-types";

const REASONS: Readonly<Record<string, string>> = {
  InvalidSymbol: "a word that JSON does not know",
  InvalidNumberFormat: "a number in a form that JSON does not know",
  PropertyNameExpected: "a name in double quotes is missing here",
  ValueExpected: "a value is missing here",
  ColonExpected: "a colon is missing here",
  CommaExpected: "a comma is missing here",
  CloseBraceExpected: "a closing } is missing here",
  CloseBracketExpected: "a closing ] is missing here",
  EndOfFileExpected: "the text should end here",
  InvalidCommentToken: "JSON has no comments",
  UnexpectedEndOfComment: "JSON has no comments",
  UnexpectedEndOfString: "a text that is not closed",
  UnexpectedEndOfNumber: "a number that is not whole",
  InvalidUnicode: "a \\u without four digits",
  InvalidEscapeCharacter: "a backslash before a sign that needs none",
  InvalidCharacter: "a sign that must be escaped in a text",
};

// An object is a list of pairs for the parser: the value is the second of two.
function namesTwice(root: Node | undefined): Problem[] {
  const problems: Problem[] = [];
  const open: { node: Node; path: Path }[] = root ? [{ node: root, path: [] }] : [];
  for (let next = open.pop(); next; next = open.pop()) {
    const names = new Set<unknown>();
    for (const [place, child] of (next.node.children ?? []).entries()) {
      if (next.node.type !== "object") {
        open.push({ node: child, path: [...next.path, place] });
        continue;
      }
      const [key, value] = child.children ?? [];
      const path = [...next.path, String(key?.value)];
      if (names.has(key?.value)) problems.push({ path, reason: "this name stands there twice", offset: child.offset });
      names.add(key?.value);
      if (value) open.push({ node: value, path });
    }
  }
  return problems.sort((one, other) => (one.offset ?? 0) - (other.offset ?? 0));
}

function offsetIn(root: Node | undefined, path: Path): number | null {
  if (!root) return null;
  for (let length = path.length; length >= 0; length--) {
    const node = findNodeAtLocation(root, path.slice(0, length));
    if (node) return node.offset;
  }
  return root.offset;
}

/** Reads a text as JSON; null where it is none. */
export function readJson(text: string): Source | null {
  let value: JsonValue;
  try {
    value = parseJson(text);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return null;
    throw error;
  }
  let tree: Node | undefined;
  // Places are asked for only where something is wrong.
  const root = () => (tree ??= parseTree(text));
  const problems = nameTwice(text) ? namesTwice(root()) : [];
  return { value, extension: "json", problems, offsetOf: (path) => offsetIn(root(), path) };
}

/** Why a text is no JSON, place by place. */
export function jsonProblems(text: string): Problem[] {
  const errors: ParseError[] = [];
  parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  if (errors.length === 0) return [{ path: [], reason: "the text is neither JSON nor YAML", offset: 0 }];
  return errors.slice(0, DOCUMENT_LIMITS.faults).map(({ error, offset }) => ({
    path: [],
    reason: `broken JSON: ${REASONS[printParseErrorCode(error)] ?? "this cannot stand here"}`,
    offset,
  }));
}

/** Whether a text is JSON but for comments, which YAML would take for parts of names and values. */
export function isJsonWithComments(text: string): boolean {
  const [errors, strict]: [ParseError[], ParseError[]] = [[], []];
  parseTree(text, errors, { disallowComments: false, allowTrailingComma: true });
  if (errors.length > 0) return false;
  parseTree(text, strict, { disallowComments: true, allowTrailingComma: true });
  return strict.length > 0;
}
